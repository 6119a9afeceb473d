import assert from "node:assert/strict";
import { test } from "node:test";
import { measureCpuMs, scaleCpuLimit } from "@souk/testkit";
import { convertHtmlToText } from "./html-to-text.ts";
import { renderEmail } from "./render-email.ts";
import type { RenderResult } from "./texts.ts";

const variables = {
  shop: { name: "Kedai", domain: "kedai.test", email: "kedai@kedai.test" },
  order: { order_number: "#1001", customer_name: `<img src=x onerror="alert('1')"> & Co`, line_items: [] },
  fulfillment: { tracking_number: "EN1", tracking_url: "javascript:alert(1)", line_items: [] },
};

function render(body_html: string, subject = "News"): RenderResult {
  return renderEmail({ subject, body_html, body_text: "" }, variables);
}

/** Render a template with an error in its HTML, and return the message of the error. */
function getRenderError(body_html: string): string {
  const result = render(body_html);
  if (result.ok) assert.fail(`The template was rendered: ${result.email.html.slice(0, 100)}`);
  assert.deepEqual(
    result.errors.map(({ path }) => path),
    ["body_html"],
  );
  return result.errors[0]?.message ?? "";
}

function renderHtml(body_html: string): string {
  const result = render(body_html);
  return result.ok ? result.email.html : assert.fail(JSON.stringify(result.errors));
}

test("the value of a template variable is escaped in HTML", () => {
  assert.equal(
    renderHtml('<b title="{{ order.customer_name }}">{{ order.customer_name | upcase }}</b>'),
    '<b title="&lt;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&gt; &amp; Co">' +
      "&lt;IMG SRC=X ONERROR=&#34;ALERT(&#39;1&#39;)&#34;&gt; &amp; CO</b>",
  );
});

test("no template filter outputs a customer's text as markup", () => {
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

test("the template filter `newline_to_br` outputs <br> tags in HTML and keeps line breaks in plain text", () => {
  const template = "{{ order.note | newline_to_br }}";
  const noteVariables = { order: { note: "<b>Ring\r\ntwice\n" } };
  const result = renderEmail({ subject: template, body_html: template, body_text: template }, noteVariables);
  const html = "&lt;b&gt;Ring<br>\ntwice<br>\n";
  assert.deepEqual(result.ok && result.email, { subject: "<b>Ring twice", html, text: "<b>Ring\r\ntwice" });
});

test("a template whose rendered subject is empty gets an error for the subject", () => {
  for (const subject of [" ", "\n", "{{ nothing }}", "{% if nothing %}News{% endif %}"]) {
    const result = render("<p>x</p>", subject);
    assert.deepEqual(
      result.ok ? [] : result.errors.map(({ path }) => path),
      ["subject"],
      JSON.stringify(subject),
    );
  }
});

test("in a template, unknown variables and properties built into JavaScript objects are empty", () => {
  const paths = [
    "nothing",
    "shop.constructor",
    "shop.__proto__",
    "shop.name.constructor",
    "shop['toString']",
  ];
  assert.equal(renderHtml(paths.map((path) => `[{{ ${path} }}]`).join("")), "[]".repeat(paths.length));
  assert.equal(renderHtml("{{ shop }}{{ order.line_items }}"), "");
});

test("a link in a template variable is removed if its scheme is not http or https", () => {
  assert.equal(renderHtml('<a href="{{ fulfillment.tracking_url }}">'), '<a href="">');
});

test("no template tag or filter can read files", () => {
  for (const tag of ["include", "render", "layout"])
    assert.equal(getRenderError(`<p>\n{% ${tag} '/etc/passwd' %}`), `Line 2: tag "${tag}" not found.`);
  assert.equal(getRenderError("{{ '/etc/passwd' | read_file }}"), "Line 1: undefined filter: read_file.");
});

test("the error for an email template that cannot be parsed names the line", () => {
  assert.equal(
    getRenderError("<p>\n<b>\n{% if shop.name %}Kedai"),
    "Line 3: tag {% if shop.name %} not closed.",
  );
  assert.match(getRenderError("<p>\n{{ shop.name "), /^Line 2: output/);
});

const costlyTemplates = {
  "a loop of a million steps": "{% for i in (1..1000000) %}x{% endfor %}",
  "nested loops": `${"{% for i in (1..1000) %}".repeat(4)}x${"{% endfor %}".repeat(4)}`,
  "a text that doubles in each step of a loop":
    "{% assign x = 'ten letters' %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}{{ x }}",
  "a long text that is output often": `{% for i in (1..9999) %}${"long ".repeat(1000)}{% endfor %}`,
  "a large text that is never output": `{% assign x = '${"a".repeat(20_000)}' | replace: 'a', '${"b".repeat(9_000)}' %}`,
  "two thousand nested conditions": "{% if 1 %}".repeat(2_000),
};

/** The maximum time in milliseconds for which rendering may block other requests. */
const maxMs = scaleCpuLimit(100);

for (const [description, template] of Object.entries(costlyTemplates))
  test(`rendering ${description} is stopped within the time limit`, () => {
    const ms = measureCpuMs(() => assert.notEqual(getRenderError(template), ""));
    assert.ok(ms < maxMs, `${ms} ms`);
  });

test("all texts of an email share one budget of time and memory", () => {
  const costlyTexts = [
    "{% for i in (1..290000) %}{% endfor %}",
    `{% for i in (1..1000) %}{% if ${"1 and ".repeat(8_000)} 1 %}x{% endif %}{% endfor %}`,
    `{% for i in (1..9999) %}{{ order.line_items ${"| last ".repeat(5_000)} | size }}{% endfor %}`,
    "{{ shop.name }}".repeat(3_300),
    `{{ order.customer_name ${"| newline_to_br ".repeat(5_000)} }}`,
  ];
  for (const text of costlyTexts) {
    const texts = { subject: text, body_html: text, body_text: text };
    const ms = measureCpuMs(() => assert.equal(renderEmail(texts, variables).ok, false));
    assert.ok(ms < maxMs, `${ms} ms: ${text.slice(0, 60)}`);
  }
});

test("the limits of rendering apply to a store's email texts, but not to the default texts", () => {
  const line_items = Array.from({ length: 500 }, () => ({ name: '"'.repeat(510), quantity: 1 }));
  const longVariables = { ...variables, fulfillment: { ...variables.fulfillment, line_items } };
  const texts = {
    subject: "News",
    body_html: "{% for item in fulfillment.line_items %}{{ item.name }}{% endfor %}",
    body_text: "",
  };
  const storeResult = renderEmail(texts, longVariables);
  assert.deepEqual(storeResult.ok ? [] : storeResult.errors.map(({ path }) => path), ["body_html"]);
  assert.equal(renderEmail(texts, longVariables, "default").ok, true);
});

test("a rendered subject is one line, so it cannot add an email header", () => {
  const variablesWithHeader = {
    ...variables,
    order: { ...variables.order, customer_name: "Mei\r\nBcc: all@shops.test\0\u2028" },
  };
  const texts = { subject: "For {{ order.customer_name }}\n!", body_html: "x", body_text: "" };
  const result = renderEmail(texts, variablesWithHeader);
  assert.equal(result.ok && result.email.subject, "For Mei Bcc: all@shops.test !");
});

/** The maximum time in milliseconds that the conversion of several large, hostile HTML texts may take. */
const maxConversionMs = 4_000;

test("an email's missing plain text is created from its HTML within a time limit", () => {
  const html =
    "<head><style>p{}</style></head><h1>News</h1><p>For\nyou &amp; <b>me</b></p><!-- no --><ul><li>1</li><li>2</li></ul>";
  const result = render(html);
  assert.equal(result.ok && result.email.text, "News\nFor you & me\n1\n2");
  const startedAt = performance.now();
  for (const piece of ["<", "<style>", "<a ", "&amp;lt;", "\n "]) convertHtmlToText(piece.repeat(100_000));
  assert.ok(performance.now() - startedAt < maxConversionMs);
});
