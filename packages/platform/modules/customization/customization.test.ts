import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let tokens: Record<"own" | "other" | "custom", string>;

before(async () => {
  [testPlatform, receiver] = await Promise.all([
    startTestPlatform({ clock: createFakeClock() }),
    startRecordingReceiver(),
  ]);
  store = await seedStore(testPlatform, { products: 2 });
  app = await registerApp(testPlatform, receiver.url);
  const otherApp = await registerApp(testPlatform, receiver.url);
  const scopes = ["read_snippets", "write_snippets", "read_script_tags", "write_script_tags"];
  tokens = {
    own: (await installApp(testPlatform, { store, app, scopes })).token,
    other: (await installApp(testPlatform, { store, app: otherApp, scopes })).token,
    custom: await createCustomAppToken(scopes),
  };
});
after(async () => {
  await testPlatform.stop();
  await receiver.stop();
});

interface AppRecord {
  id: number;
  created_at: string;
  updated_at: string;
  warnings?: string[];
  [field: string]: unknown;
}

function buildConsoleUrl(path: string): string {
  return `${testPlatform.addresses.adminOrigin}/${store.handle}/api/console${path}`;
}

/** Create a custom app, and return its access token. */
async function createCustomAppToken(scopes: string[]): Promise<string> {
  const response = await store.owner.browser.call("POST", buildConsoleUrl("/custom_apps.json"), {
    name: "Sheet",
    scopes,
  });
  assert.equal(response.status, 200, response.text);
  return response.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
}

function call(
  method: string,
  path: string,
  json?: unknown,
  appKey: keyof typeof tokens = "own",
): Promise<HttpResponse> {
  return testPlatform.request(`${store.origin}/api/3.0${path}`, {
    method,
    token: tokens[appKey],
    ...(json === undefined ? {} : { json }),
  });
}

/** Assert that a call succeeds, and return the JSON of its response. */
async function getJson<T>(response: Promise<HttpResponse>): Promise<T> {
  const { status, text, json } = await response;
  assert.equal(status, 200, text);
  return json<T>();
}

/** Create a record of the kind with this plural name, such as `script_tags`. */
async function createRecord(
  plural: string,
  body: object,
  appKey: keyof typeof tokens = "own",
): Promise<AppRecord> {
  const response = await getJson<Record<string, AppRecord>>(call("POST", `/${plural}.json`, body, appKey));
  return response[plural.slice(0, -1)] ?? assert.fail(plural);
}

const bodyBuilders: Readonly<Record<string, () => object>> = {
  snippets: () => ({ field: "product/button", value: "<b>New</b>" }),
  script_tags: () => ({ src: "https://cdn.reviews.dev/r.js" }),
  admin_links: () => ({ label: "Print", url: "/print?size=a6", placement: "orders" }),
  curls: () => ({ topic: "shipping/list/cod", url: "https://cdn.reviews.dev/rates" }),
};

test("an app creates, reads, lists, counts and deletes its snippets, scripts, links and callbacks", async () => {
  for (const [plural, buildBody] of Object.entries(bodyBuilders)) {
    const singular = plural.slice(0, -1);
    const [ownRecord, otherRecord] = [
      await createRecord(plural, buildBody()),
      await createRecord(plural, buildBody(), "other"),
    ];
    const ownPath = `/${plural}/${ownRecord.id}.json`;
    assert.deepEqual(await getJson(call("GET", ownPath)), { [singular]: ownRecord }, plural);
    const list = await getJson<{ total_count: number; [plural: string]: unknown }>(
      call("GET", `/${plural}.json`),
    );
    assert.deepEqual([list[plural], list.total_count], [[ownRecord], 1], plural);
    assert.deepEqual(await getJson(call("GET", `/${plural}/count.json`)), { count: 1 });
    const otherPath = `/${plural}/${otherRecord.id}.json`;
    const missingResponse = await call("GET", `/${plural}/999999.json`);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const rejectedResponse = await call(method, otherPath, method === "PUT" ? buildBody() : undefined);
      assert.equal(rejectedResponse.status, 404, `${method} ${plural}`);
      assert.equal(readError(rejectedResponse).message, readError(missingResponse).message);
    }
    assert.deepEqual(await getJson(call("DELETE", ownPath)), {});
    assert.equal((await call("GET", ownPath)).status, 404);
    assert.deepEqual(await getJson(call("DELETE", otherPath, undefined, "other")), {});
  }
});

test("a snippet update changes updated_at and the sent fields only if a value differs", async () => {
  const { id, updated_at } = await createRecord("snippets", bodyBuilders["snippets"]?.() ?? {});
  const path = `/snippets/${id}.json`;
  const repeatedResponse = await getJson<{ snippet: AppRecord }>(
    call("PUT", path, { snippet: { field: "product/button" } }),
  );
  assert.equal(repeatedResponse.snippet.updated_at, updated_at);
  const updateResponse = await getJson<{ snippet: AppRecord }>(
    call("PUT", path, { snippet: { value: "<i>Old</i>" } }),
  );
  assert.deepEqual(
    [updateResponse.snippet["field"], updateResponse.snippet["value"]],
    ["product/button", "<i>Old</i>"],
  );
  assert.ok(updateResponse.snippet.updated_at > updated_at);
});

test("a list of snippets filtered by field is sorted by id", async () => {
  const firstSnippet = await createRecord("snippets", { field: "global/social_link", value: "1" });
  const secondSnippet = await createRecord("snippets", { field: "global/social_link", value: "2" });
  const { snippets } = await getJson<{ snippets: AppRecord[] }>(
    call("GET", "/snippets.json?field=global/social_link&fields=value"),
  );
  assert.deepEqual(snippets, [
    { id: firstSnippet.id, value: "1" },
    { id: secondSnippet.id, value: "2" },
  ]);
});

test("a snippet, script tag, admin link or callback with an invalid field is rejected", async () => {
  const link = { label: "Print", url: "/print", placement: "product" };
  const invalidCases: [plural: string, body: object, field: string, message: RegExp][] = [
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
    ["admin_links", { ...link, url: "/print?id=1" }, "url", /the platform adds it/],
    ["admin_links", { ...link, url: "/print?a=1&a=2" }, "url", /twice/],
  ];
  for (const [plural, body, field, message] of invalidCases) {
    const countBefore = await getJson(call("GET", `/${plural}/count.json`));
    const response = await call("POST", `/${plural}.json`, body);
    assert.equal(response.status, 422, `${plural} ${JSON.stringify(body).slice(0, 80)} ${response.text}`);
    const [fieldError] = readError(response).fields ?? [];
    assert.equal(fieldError?.path, field);
    assert.match(fieldError?.message ?? "", message);
    assert.deepEqual(await getJson(call("GET", `/${plural}/count.json`)), countBefore);
  }
});

test("in development, scripts and callbacks on this machine are accepted with a warning", async () => {
  const tag = await createRecord("script_tags", { src: `${receiver.url}/r.js` });
  assert.match(tag.warnings?.[0] ?? "", /^The script URL points to this machine/);
  const callback = await createRecord("curls", { topic: "shipping/list/cod", url: `${receiver.url}/rates` });
  assert.match(callback.warnings?.[0] ?? "", /^The callback URL points to this machine/);
  const listResponse = await getJson<{ curls: AppRecord[] }>(call("GET", `/curls.json?ids=${callback.id}`));
  assert.deepEqual(listResponse.curls[0]?.warnings, callback.warnings);
});

test("an app's second callback for a topic replaces the URL of the first", async () => {
  const topic = "shipping/list/non_cod";
  const firstResponse = await getJson<AppRecord & { curl: AppRecord }>(
    call("POST", "/curls.json", { curl: { topic, url: "https://a.reviews.dev/1" } }),
  );
  const { curl: firstCallback, ...unwrappedFields } = firstResponse;
  assert.deepEqual(unwrappedFields, firstCallback);
  const secondCallback = await createRecord("curls", { topic, url: "https://a.reviews.dev/2" });
  assert.deepEqual([secondCallback.id, secondCallback["url"]], [firstCallback.id, "https://a.reviews.dev/2"]);
  const updateResponse = await getJson<{ curl: AppRecord }>(
    call("PUT", `/curls/${firstCallback.id}.json`, { curl: { url: "https://a.reviews.dev/3" } }),
  );
  assert.deepEqual(
    [updateResponse.curl["topic"], updateResponse.curl["url"]],
    [topic, "https://a.reviews.dev/3"],
  );
});

test("a custom app cannot create an admin link, because it has no App URL", async () => {
  await createRecord("snippets", { field: "global/head", value: "<!-- custom -->" }, "custom");
  const rejectedResponse = await call("POST", "/admin_links.json", bodyBuilders["admin_links"]?.(), "custom");
  assert.equal(rejectedResponse.status, 422);
  assert.match(readError(rejectedResponse).fields?.[0]?.message ?? "", /^The app has no App URL\./);
});

test("an app can have at most 100 snippets in a store, even with simultaneous requests", async () => {
  const requests = Array.from({ length: 110 }, (_, index) =>
    call("POST", "/snippets.json", { field: "cart/content_top", value: `${index}` }, "other"),
  );
  const responses = await Promise.all(requests);
  const rateLimitedResponses = responses.filter(({ status }) => status === 429);
  assert.deepEqual(rateLimitedResponses, [], "the rate limit does not apply");
  const rejectedResponses = responses.filter(({ status }) => status === 422);
  assert.equal(rejectedResponses.length, 10);
  const [firstRejected = assert.fail("none was rejected")] = rejectedResponses;
  assert.match(readError(firstRejected).fields?.[0]?.message ?? "", /at most 100 snippets in a store/);
  assert.deepEqual(await getJson(call("GET", "/snippets/count.json", undefined, "other")), { count: 100 });
});

test("a merchant's session can neither list nor create snippets or other records of apps", async () => {
  const base = `${testPlatform.addresses.adminOrigin}/${store.handle}/api/3.0`;
  for (const [plural, buildBody] of Object.entries(bodyBuilders)) {
    const rejectedResponses = [
      await store.owner.browser.call("GET", `${base}/${plural}.json`),
      await store.owner.browser.call("POST", `${base}/${plural}.json`, buildBody()),
    ];
    for (const response of rejectedResponses) {
      assert.equal(response.status, 403, `${plural} ${response.text}`);
      assert.match(readError(response).message, /Only apps can manage/);
    }
  }
});
