import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  type HttpResponse,
  installApp,
  registerApp,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import sharp from "sharp";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";
import type { QuotaName, QuotaSettings } from "./quotas.ts";

const settings: QuotaSettings = {
  file_bytes: 30_000,
  unconfirmed_imports: 3,
  metafields: 6,
  metafield_bytes: 1_000,
  collections: 2,
  webhook_subscriptions: 2,
  snippets: 2,
  script_tags: 2,
};

let testPlatform: TestPlatform;
/** The API of a store that several tests share, because few people can sign up from one IP address in a short time. */
let sharedApi: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform({ config: { quotas: settings } });
  sharedApi = await createApi();
});
after(() => testPlatform.stop());

function createApi(): Promise<StoreApi> {
  return createStoreApi(testPlatform);
}

/** Assert that a response rejects a request because of a quota, and that its message names the quota. */
function assertExceeded(response: HttpResponse, name: QuotaName): void {
  assert.equal(response.status, 409, response.text);
  const { code, message, fields } = readError(response);
  assert.equal(code, "quota_exceeded");
  assert.match(message, new RegExp(`quota ${name}: at most `));
  assert.deepEqual(
    fields?.map((field) => [field.path, field.code, field.params]),
    [["", "too_many", { max: settings[name] }]],
  );
}

function createMetafield(api: StoreApi, key: string, value = "x"): Promise<HttpResponse> {
  const path = `/3.0/products/${api.store.variants[0]?.product_id}/metafields.json`;
  return api.call("POST", path, { json: { metafield: { namespace: "test", key, value } } });
}

async function assertAccepted(response: HttpResponse): Promise<void> {
  assert.equal(response.status, 200, response.text);
}

test("simultaneous requests cannot exceed a store's quota", async () => {
  const api = await createApi();
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => createMetafield(api, `key${index}`)),
  );
  const acceptedResponses = responses.filter(({ status }) => status === 200);
  assert.equal(acceptedResponses.length, 6);
  const rejectedResponse = responses.find(({ status }) => status !== 200);
  assert.ok(rejectedResponse);
  assertExceeded(rejectedResponse, "metafields");
  const id = acceptedResponses[0]?.json<{ metafield: { id: number } }>().metafield.id;
  const productId = api.store.variants[0]?.product_id;
  await assertAccepted(await api.call("DELETE", `/3.0/products/${productId}/metafields/${id}.json`));
  await assertAccepted(await createMetafield(api, "again"));
  assertExceeded(await createMetafield(api, "over"), "metafields");
  // The quota of one store does not limit another store.
  await assertAccepted(await createMetafield(await createApi(), "key"));
});

test("the quota of metafield bytes also limits updates of a metafield's value", async () => {
  const api = await createApi();
  const createResponse = await createMetafield(api, "long", "x".repeat(600));
  await assertAccepted(createResponse);
  assertExceeded(await createMetafield(api, "second", "x".repeat(600)), "metafield_bytes");
  const { id } = createResponse.json<{ metafield: { id: number } }>().metafield;
  const path = `/3.0/products/${api.store.variants[0]?.product_id}/metafields/${id}.json`;
  const update = (value: string) => api.call("PUT", path, { json: { metafield: { value } } });
  assertExceeded(await update("x".repeat(1_200)), "metafield_bytes");
  await assertAccepted(await update("x"));
  await assertAccepted(await createMetafield(api, "second", "x".repeat(600)));
});

test("a store cannot have more collections than its quota", async () => {
  const create = (title: string) =>
    sharedApi.call("POST", "/3.0/collections.json", { json: { collection: { title } } });
  await assertAccepted(await create("One"));
  await assertAccepted(await create("Two"));
  assertExceeded(await create("Three"), "collections");
});

test("quotas limit the webhook subscriptions, snippets and script tags of all apps of a store together", async () => {
  const { store } = sharedApi;
  const grants = await Promise.all(
    [1, 2].map(async () =>
      installApp(testPlatform, { store, app: await registerApp(testPlatform, "https://app.souk-test.net") }),
    ),
  );
  const post = (appIndex: number, path: string, json: object) => {
    const token = grants[appIndex]?.token ?? "";
    return testPlatform.request(`${store.origin}/api/3.0/${path}.json`, { method: "POST", token, json });
  };
  const subscribe = (appIndex: number, topic: string) =>
    post(appIndex, "webhooks", { topic, url: "http://localhost:1/hooks" });
  await assertAccepted(await subscribe(0, "product/create"));
  await assertAccepted(await subscribe(1, "product/create"));
  await assertAccepted(await subscribe(1, "product/create"));
  assertExceeded(await subscribe(0, "product/update"), "webhook_subscriptions");
  for (const [index, value] of ["one", "two", "three"].entries()) {
    const responses = [
      await post(index % 2, "snippets", { snippet: { field: "global/head", value } }),
      await post(index % 2, "script_tags", { script_tag: { src: `https://app.souk-test.net/${value}.js` } }),
    ] as const;
    if (index < 2) for (const response of responses) await assertAccepted(response);
    else {
      assertExceeded(responses[0], "snippets");
      assertExceeded(responses[1], "script_tags");
    }
  }
});

const csv = { headers: { "content-type": "text/csv" } };

test("unconfirmed imports have a quota and count toward the quota of file bytes", async () => {
  const api = await createApi();
  const upload = (body: string) => api.call("POST", "/4.0/imports.json", { ...csv, body });
  const file = "handle,title,price\nmug,Mug,5\n";
  const createResponse = await upload(file);
  await assertAccepted(createResponse);
  await assertAccepted(await upload(file));
  await assertAccepted(await upload(file));
  assertExceeded(await upload(file), "unconfirmed_imports");
  const { id } = createResponse.json<{ import: { id: number } }>().import;
  await assertAccepted(await api.call("POST", `/4.0/imports/${id}/cancel.json`));
  assertExceeded(await upload(`${file}${"\n".repeat(40_000)}`), "file_bytes");
});

test("images count toward the quota of file bytes until they are deleted", async () => {
  const api = await createApi();
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 90, height: 90, channels: 3, background: "white", noise } as const;
  const image = await sharp({ create }).png().toBuffer();
  assert.ok(image.length > 16_000 && image.length < 29_000, String(image.length));
  const productId = api.store.variants[0]?.product_id;
  const path = `/3.0/products/${productId}/images`;
  const upload = () =>
    api.call("POST", `${path}.json`, { headers: { "content-type": "image/png" }, body: image });
  const firstResponse = await upload();
  await assertAccepted(firstResponse);
  assertExceeded(await upload(), "file_bytes");
  const id = firstResponse.json<{ images: { id: number }[] }>().images[0]?.id;
  await assertAccepted(await api.call("DELETE", `${path}.json`, { json: { image_ids: String(id) } }));
  await assertAccepted(await upload());
});

test("the file of an export counts toward the quota of file bytes until the file is removed", async () => {
  const { store, call } = sharedApi;
  const countBytes = async () => {
    const text =
      "select sum(delta)::int as bytes from resource_counts where store_id = $1 and resource = 'file_bytes'";
    return (await testPlatform.database.one<{ bytes: number | null }>(text, [store.id])).bytes;
  };
  assert.equal(await countBytes(), null);
  const createResponse = await call("POST", "/4.0/exports.json", {
    json: { export: { resource: "products" } },
  });
  const { id } = createResponse.json<{ export: { id: number } }>().export;
  const size = await eventually(async () => {
    const response = await call("GET", `/4.0/exports/${id}.json`);
    return response.json<{ export: { size: number | null } }>().export.size;
  });
  assert.equal(await countBytes(), size);
  await testPlatform.database.query("delete from file_removals where store_id = $1", [store.id]);
  assert.equal(await countBytes(), 0);
});

test("a quota without a setting has its default maximum, and its stored count equals the number of rows", async () => {
  const api = await createApi();
  await testPlatform.database.query("update settings set value = '{}' where key = 'quotas'");
  for (let index = 0; index < 8; index++) await assertAccepted(await createMetafield(api, `key${index}`));
  const counts = await testPlatform.database.one<{ stored: number; actual: number }>(
    `select (select sum(delta)::int from resource_counts where store_id = $1 and resource = 'metafields') as stored,
       (select count(*) from metafields where store_id = $1) as actual`,
    [api.store.id],
  );
  assert.deepEqual(counts, { stored: 8, actual: 8 });
});
