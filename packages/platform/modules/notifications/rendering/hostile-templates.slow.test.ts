import assert from "node:assert/strict";
import { test } from "node:test";
import { measureCpuMs, scaleCpuLimit } from "@souk/testkit";
import { textOfHtml } from "./html-to-text.ts";
import { type RenderResult, renderEmail } from "./render-email.ts";

const variables = {
  shop: { name: "Kedai", domain: "kedai.test", email: "kedai@kedai.test" },
  order: { order_number: "#1001", customer_name: `<img src=x onerror="alert('1')"> & Co`, line_items: [] },
  fulfillment: { tracking_number: "EN1", tracking_url: "javascript:alert(1)", line_items: [] },
};

function made(body_html: string, subject = "News"): RenderResult {
  return renderEmail({ subject, body_html, body_text: "" }, variables);
}

/** Return the error in the HTML of a template. */
function getRenderError(body_html: string): string {
  const mail = made(body_html);
  if (mail.ok) assert.fail(`it was made: ${mail.mail.html.slice(0, 100)}`);
  assert.deepEqual(
    mail.errors.map(({ path }) => path),
    ["body_html"],
  );
  return mail.errors[0]?.message ?? "";
}

function renderHtml(body_html: string): string {
  const mail = made(body_html);
  return mail.ok ? mail.mail.html : assert.fail(JSON.stringify(mail.errors));
}

test("the value of a variable is escaped, whatever name a customer has", () => {
  assert.equal(
    renderHtml('<b title="{{ order.customer_name }}">{{ order.customer_name | upcase }}</b>'),
    '<b title="&lt;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&gt; &amp; Co">' +
      "&lt;IMG SRC=X ONERROR=&#34;ALERT(&#39;1&#39;)&#34;&gt; &amp; CO</b>",
  );
});

test("no filter outputs a customer's text as markup", () => {
  const filters = [
    "raw",
    "newline_to_br",
    "newline_to_br | raw",
    "raw | newline_to_br",
    "newline_to_br | append: '<i>'",
    "replace: 'src', '<script>' | newline_to_br",
    "append: '<i>'",
    "replace: 'img', 'script'",
    "split: ' ' | join: '<hr>'",
    "default: '<u>'",
    "slice: 0, 9",
    "url_encode",
  ];
  for (const filter of filters)
    assert.doesNotMatch(renderHtml(`{{ order.customer_name | ${filter} }}`), /</, filter);
  assert.doesNotMatch(
    renderHtml("{% assign x = order.customer_name | strip %}{% if x %}{{ x }}{% endif %}"),
    /</,
  );
});

test("line breaks of a customer's text become tags in HTML, and stay in plain text", () => {
  const note = "{{ order.note | newline_to_br }}";
  const of = { order: { note: "<b>Ring\r\ntwice\n" } };
  const mail = renderEmail({ subject: note, body_html: note, body_text: note }, of);
  const html = "&lt;b&gt;Ring<br>\ntwice<br>\n";
  assert.deepEqual(mail.ok && mail.mail, { subject: "<b>Ring twice", html, text: "<b>Ring\r\ntwice" });
});

test("a subject that renders empty is rejected by name", () => {
  for (const subject of [" ", "\n", "{{ nothing }}", "{% if nothing %}News{% endif %}"]) {
    const mail = made("<p>x</p>", subject);
    assert.deepEqual(
      mail.ok ? [] : mail.errors.map(({ path }) => path),
      ["subject"],
      JSON.stringify(subject),
    );
  }
});

test("an unknown variable is empty, and so is every property of JavaScript objects", () => {
  const asked = [
    "nothing",
    "shop.constructor",
    "shop.__proto__",
    "shop.name.constructor",
    "shop['toString']",
  ];
  assert.equal(renderHtml(asked.map((path) => `[{{ ${path} }}]`).join("")), "[]".repeat(asked.length));
  assert.equal(renderHtml("{{ shop }}{{ order.line_items }}"), "");
});

test("a link from the data leads to the web or nowhere", () => {
  assert.equal(renderHtml('<a href="{{ fulfillment.tracking_url }}">'), '<a href="">');
});

test("a template reads no files and has no filter that does", () => {
  for (const tag of ["include", "render", "layout"])
    assert.equal(getRenderError(`<p>\n{% ${tag} '/etc/passwd' %}`), `Line 2: tag "${tag}" not found.`);
  assert.equal(getRenderError("{{ '/etc/passwd' | read_file }}"), "Line 1: undefined filter: read_file.");
});

test("the error of a template that cannot be parsed names its line", () => {
  assert.equal(
    getRenderError("<p>\n<b>\n{% if shop.name %}Kedai"),
    "Line 3: tag {% if shop.name %} not closed.",
  );
  assert.match(getRenderError("<p>\n{{ shop.name "), /^Line 2: output/);
});

const endless = {
  "a loop of a million": "{% for i in (1..1000000) %}x{% endfor %}",
  "loops in loops": `${"{% for i in (1..1000) %}".repeat(4)}x${"{% endfor %}".repeat(4)}`,
  "a text that doubles":
    "{% assign x = 'ten letters' %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}{{ x }}",
  "a long text put out often": `{% for i in (1..9999) %}${"long ".repeat(1000)}{% endfor %}`,
  "a text that grows unseen": `{% assign x = '${"a".repeat(20_000)}' | replace: 'a', '${"b".repeat(9_000)}' %}`,
  "two thousand conditions in each other": "{% if 1 %}".repeat(2_000),
};

/** The maximum wait of other requests, in milliseconds. */
const maxMs = scaleCpuLimit(100);

for (const [what, template] of Object.entries(endless))
  test(`${what} is stopped in time`, () => {
    const ms = measureCpuMs(() => assert.notEqual(getRenderError(template), ""));
    assert.ok(ms < maxMs, `${ms} ms`);
  });

test("all texts of an email have one budget, whatever each of them costs", () => {
  const costly = [
    "{% for i in (1..290000) %}{% endfor %}",
    `{% for i in (1..1000) %}{% if ${"1 and ".repeat(8_000)} 1 %}x{% endif %}{% endfor %}`,
    `{% for i in (1..9999) %}{{ order.line_items ${"| last ".repeat(5_000)} | size }}{% endfor %}`,
    "{{ shop.name }}".repeat(3_300),
    `{{ order.customer_name ${"| newline_to_br ".repeat(5_000)} }}`,
  ];
  for (const text of costly) {
    const texts = { subject: text, body_html: text, body_text: text };
    const ms = measureCpuMs(() => assert.equal(renderEmail(texts, variables).ok, false));
    assert.ok(ms < maxMs, `${ms} ms: ${text.slice(0, 60)}`);
  }
});

test("a default is rendered for any order, and cuts no text of a store short", () => {
  const line_items = Array.from({ length: 500 }, () => ({ name: '"'.repeat(510), quantity: 1 }));
  const full = { ...variables, fulfillment: { ...variables.fulfillment, line_items } };
  const texts = {
    subject: "News",
    body_html: "{% for item in fulfillment.line_items %}{{ item.name }}{% endfor %}",
    body_text: "",
  };
  const byStore = renderEmail(texts, full);
  assert.deepEqual(byStore.ok ? [] : byStore.errors.map(({ path }) => path), ["body_html"]);
  assert.equal(renderEmail(texts, full, "default").ok, true);
});

test("a subject is one line and cannot add a header", () => {
  const of = {
    ...variables,
    order: { ...variables.order, customer_name: "Mei\r\nBcc: all@shops.test\0\u2028" },
  };
  const texts = { subject: "For {{ order.customer_name }}\n!", body_html: "x", body_text: "" };
  const mail = renderEmail(texts, of);
  assert.equal(mail.ok && mail.mail.subject, "For Mei Bcc: all@shops.test !");
});

test("a missing text is made from any HTML within the time limit", () => {
  const html =
    "<head><style>p{}</style></head><h1>News</h1><p>For\nyou &amp; <b>me</b></p><!-- no --><ul><li>1</li><li>2</li></ul>";
  const mail = made(html);
  assert.equal(mail.ok && mail.mail.text, "News\nFor you & me\n1\n2");
  const begun = performance.now();
  for (const piece of ["<", "<style>", "<a ", "&amp;lt;", "\n "]) textOfHtml(piece.repeat(100_000));
  assert.ok(performance.now() - begun < 4_000);
});
