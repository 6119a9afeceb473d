import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Answer,
  fakeClock,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let tokens: Record<"ours" | "other" | "custom", string>;

before(async () => {
  [testing, receiver] = await Promise.all([testPlatform({ clock: fakeClock() }), recordingReceiver()]);
  store = await seedStore(testing, { products: 2 });
  app = await registerApp(testing, receiver.url);
  const other = await registerApp(testing, receiver.url);
  const scopes = ["read_snippets", "write_snippets", "read_script_tags", "write_script_tags"];
  tokens = {
    ours: (await installApp(testing, { store, app, scopes })).token,
    other: (await installApp(testing, { store, app: other, scopes })).token,
    custom: await customToken(scopes),
  };
});
after(async () => {
  await testing.stop();
  await receiver.stop();
});

interface AppRecord {
  id: number;
  created_at: string;
  updated_at: string;
  warnings?: string[];
  [field: string]: unknown;
}

function console_(path: string): string {
  return `${testing.addresses.adminOrigin}/${store.handle}/api/console${path}`;
}

async function customToken(scopes: string[]): Promise<string> {
  const answer = await store.owner.browser.call("POST", console_("/custom_apps.json"), {
    name: "Sheet",
    scopes,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
}

function call(
  method: string,
  path: string,
  json?: unknown,
  who: keyof typeof tokens = "ours",
): Promise<Answer> {
  return testing.request(`${store.origin}/api/3.0${path}`, {
    method,
    token: tokens[who],
    ...(json === undefined ? {} : { json }),
  });
}

async function done<T>(answer: Promise<Answer>): Promise<T> {
  const { status, text, json } = await answer;
  assert.equal(status, 200, text);
  return json<T>();
}

async function put(plural: string, body: object, who: keyof typeof tokens = "ours"): Promise<AppRecord> {
  const made = await done<Record<string, AppRecord>>(call("POST", `/${plural}.json`, body, who));
  return made[plural.slice(0, -1)] ?? assert.fail(plural);
}

const bodies: Readonly<Record<string, () => object>> = {
  snippets: () => ({ field: "product/button", value: "<b>New</b>" }),
  script_tags: () => ({ src: "https://cdn.reviews.dev/r.js" }),
  admin_links: () => ({ label: "Print", url: "/print?size=a6", placement: "orders" }),
  curls: () => ({ topic: "shipping/list/cod", url: "https://cdn.reviews.dev/rates" }),
};

test("an app creates, reads, lists, counts and deletes its own records of each kind", async () => {
  for (const [plural, body] of Object.entries(bodies)) {
    const singular = plural.slice(0, -1);
    const [mine, theirs] = [await put(plural, body()), await put(plural, body(), "other")];
    const one = `/${plural}/${mine.id}.json`;
    assert.deepEqual(await done(call("GET", one)), { [singular]: mine }, plural);
    const list = await done<{ total_count: number; [plural: string]: unknown }>(
      call("GET", `/${plural}.json`),
    );
    assert.deepEqual([list[plural], list.total_count], [[mine], 1], plural);
    assert.deepEqual(await done(call("GET", `/${plural}/count.json`)), { count: 1 });
    const ofOther = `/${plural}/${theirs.id}.json`;
    const missing = await call("GET", `/${plural}/999999.json`);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const rejected = await call(method, ofOther, method === "PUT" ? body() : undefined);
      assert.equal(rejected.status, 404, `${method} ${plural}`);
      assert.equal(readError(rejected).message, readError(missing).message);
    }
    assert.deepEqual(await done(call("DELETE", one)), {});
    assert.equal((await call("GET", one)).status, 404);
    assert.deepEqual(await done(call("DELETE", ofOther, undefined, "other")), {});
  }
});

test("a change writes only sent fields, and the same values leave the record unchanged", async () => {
  const { id, updated_at } = await put("snippets", bodies["snippets"]?.() ?? {});
  const path = `/snippets/${id}.json`;
  const same = await done<{ snippet: AppRecord }>(
    call("PUT", path, { snippet: { field: "product/button" } }),
  );
  assert.equal(same.snippet.updated_at, updated_at);
  const changed = await done<{ snippet: AppRecord }>(call("PUT", path, { snippet: { value: "<i>Old</i>" } }));
  assert.deepEqual([changed.snippet["field"], changed.snippet["value"]], ["product/button", "<i>Old</i>"]);
  assert.ok(changed.snippet.updated_at > updated_at);
});

test("several snippets of one placement are listed by it, in the order of their ids", async () => {
  const first = await put("snippets", { field: "global/social_link", value: "1" });
  const second = await put("snippets", { field: "global/social_link", value: "2" });
  const { snippets } = await done<{ snippets: AppRecord[] }>(
    call("GET", "/snippets.json?field=global/social_link&fields=value"),
  );
  assert.deepEqual(snippets, [
    { id: first.id, value: "1" },
    { id: second.id, value: "2" },
  ]);
});

test("invalid input is rejected naming the field, and nothing is written", async () => {
  const link = { label: "Print", url: "/print", placement: "product" };
  const invalidCases: [plural: string, body: object, field: string, says: RegExp][] = [
    ["snippets", { field: "global/heads", value: "x" }, "field", /global\/head, .*account\/content_bottom/],
    ["snippets", { field: "global/head", value: "" }, "value", /is required/],
    ["snippets", { field: "global/head", value: "x".repeat(262_145) }, "value", /at most 262144 characters/],
    ["snippets", { field: "global/head", value: "茶".repeat(90_000) }, "value", /at most 262144 bytes\.$/],
    ["script_tags", { src: "http://cdn.reviews.dev/r.js" }, "src", /must begin with https/],
    ["script_tags", { src: "https://10.0.0.1/r.js" }, "src", /not an IP address/],
    ["script_tags", { src: "https://cdn.reviews.dev/r.js", event: "onclick" }, "event", /onload/],
    ["script_tags", { src: `${store.origin}/r.js` }, "src", /own domain/],
    ["curls", { topic: "shipping/list", url: "https://a.reviews.dev/" }, "topic", /shipping\/list\/non_cod/],
    ["curls", { topic: "shipping/list/cod", url: "https://user@a.reviews.dev/" }, "url", /user name/],
    [
      "admin_links",
      { ...link, placement: "shelf" },
      "placement",
      /order, orders, product, products, customer/,
    ],
    ["admin_links", { ...link, label: "  " }, "label", /is required/],
    ["admin_links", { ...link, url: "print" }, "url", /beginning with one slash/],
    ["admin_links", { ...link, url: "@evil.dev/" }, "url", /beginning with one slash/],
    ["admin_links", { ...link, url: "//evil.dev/" }, "url", /beginning with one slash/],
    ["admin_links", { ...link, url: "/\\evil.dev/" }, "url", /backslashes/],
    ["admin_links", { ...link, url: "/print?id=1" }, "url", /the platform sends it/],
    ["admin_links", { ...link, url: "/print?a=1&a=2" }, "url", /twice/],
  ];
  for (const [plural, body, field, says] of invalidCases) {
    const before = await done(call("GET", `/${plural}/count.json`));
    const answer = await call("POST", `/${plural}.json`, body);
    assert.equal(answer.status, 422, `${plural} ${JSON.stringify(body).slice(0, 80)} ${answer.text}`);
    const [fieldError] = readError(answer).fields ?? [];
    assert.equal(fieldError?.path, field);
    assert.match(fieldError?.message ?? "", says);
    assert.deepEqual(await done(call("GET", `/${plural}/count.json`)), before);
  }
});

test("development accepts a URL of this machine, with a warning in every response", async () => {
  const tag = await put("script_tags", { src: `${receiver.url}/r.js` });
  assert.match(tag.warnings?.[0] ?? "", /^The script URL points to this machine/);
  const curl = await put("curls", { topic: "shipping/list/cod", url: `${receiver.url}/rates` });
  assert.match(curl.warnings?.[0] ?? "", /^The callback URL points to this machine/);
  const listed = await done<{ curls: AppRecord[] }>(call("GET", `/curls.json?ids=${curl.id}`));
  assert.deepEqual(listed.curls[0]?.warnings, curl.warnings);
});

test("a callback is returned bare and under curl, and its topic again replaces the URL", async () => {
  const topic = "shipping/list/non_cod";
  const first = await done<AppRecord & { curl: AppRecord }>(
    call("POST", "/curls.json", { curl: { topic, url: "https://a.reviews.dev/1" } }),
  );
  const { curl, ...bare } = first;
  assert.deepEqual(bare, curl);
  const second = await put("curls", { topic, url: "https://a.reviews.dev/2" });
  assert.deepEqual([second.id, second["url"]], [curl.id, "https://a.reviews.dev/2"]);
  const changed = await done<{ curl: AppRecord }>(
    call("PUT", `/curls/${curl.id}.json`, { curl: { url: "https://a.reviews.dev/3" } }),
  );
  assert.deepEqual([changed.curl["topic"], changed.curl["url"]], [topic, "https://a.reviews.dev/3"]);
});

test("a custom app can create every kind except a link, since it has no page", async () => {
  await put("snippets", { field: "global/head", value: "<!-- custom -->" }, "custom");
  const rejectedAnswer = await call("POST", "/admin_links.json", bodies["admin_links"]?.(), "custom");
  assert.equal(rejectedAnswer.status, 422);
  assert.match(readError(rejectedAnswer).fields?.[0]?.message ?? "", /^The app has no App URL\./);
});

test("the 101st of a kind is rejected naming the limit, also if requests are parallel", async () => {
  const asked = Array.from({ length: 110 }, (_, index) =>
    call("POST", "/snippets.json", { field: "cart/content_top", value: `${index}` }, "other"),
  );
  const answers = await Promise.all(asked);
  const limited = answers.filter(({ status }) => status === 429);
  assert.deepEqual(limited, [], "the limit of requests is another one");
  const rejected = answers.filter(({ status }) => status === 422);
  assert.equal(rejected.length, 10);
  const [first = assert.fail("none was refused")] = rejected;
  assert.match(readError(first).fields?.[0]?.message ?? "", /at most 100 snippets in a store/);
  assert.deepEqual(await done(call("GET", "/snippets/count.json", undefined, "other")), { count: 100 });
});

test("a merchant's session has no records of its own and creates none", async () => {
  const base = `${testing.addresses.adminOrigin}/${store.handle}/api/3.0`;
  for (const [plural, body] of Object.entries(bodies)) {
    const rejectedAnswers = [
      await store.owner.browser.call("GET", `${base}/${plural}.json`),
      await store.owner.browser.call("POST", `${base}/${plural}.json`, body()),
    ];
    for (const answer of rejectedAnswers) {
      assert.equal(answer.status, 403, `${plural} ${answer.text}`);
      assert.match(readError(answer).message, /belong to apps/);
    }
  }
});
