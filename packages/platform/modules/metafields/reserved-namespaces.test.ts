import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type HttpResponse,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let testPlatform: TestPlatform, store: SeededStore, app: SeededApp, otherApp: SeededApp;
let tokens: Record<"own" | "ownWithoutStoreScopes" | "other", string>;
/** The paths of the metafields of the store and of a product. */
let paths: string[];

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  store = await seedStore(testPlatform, { products: 1 });
  app = await registerApp(testPlatform, "http://localhost:1");
  otherApp = await registerApp(testPlatform, "http://localhost:1");
  const scopes = ["read_store", "write_store", "read_products", "write_products"];
  tokens = {
    own: (await installApp(testPlatform, { store, app, scopes })).token,
    // A second token of the same installation.
    ownWithoutStoreScopes: (await installApp(testPlatform, { store, app, scopes: ["read_customers"] })).token,
    other: (await installApp(testPlatform, { store, app: otherApp, scopes })).token,
  };
  paths = ["/metafields", `/products/${store.variants[0]?.product_id}/metafields`];
});
after(() => testPlatform.stop());

const callAs = (token: keyof typeof tokens, method: string, path: string, json?: object) =>
  testPlatform.request(`${store.origin}/api/3.0${path}`, {
    method,
    token: tokens[token],
    ...(json === undefined ? {} : { json }),
  });

const callAsOwner = (method: string, path: string, json?: object): Promise<HttpResponse> =>
  store.owner.browser.call(method, `${store.host_url}/api/3.0${path}`, json);

async function createAsApp(namespace: string, path: string, key: string): Promise<number> {
  const response = await callAs("own", "POST", `${path}.json`, { namespace, key, value: "v" });
  assert.equal(response.status, 200, response.text);
  return response.json<{ metafield: { id: number } }>().metafield.id;
}

function assertNamespaceRejected(response: HttpResponse, message: RegExp): void {
  const { code, fields = [] } = readError(response);
  assert.deepEqual(
    [response.status, code, fields.map((field) => `${field.path} ${field.code}`)],
    [422, "invalid", ["namespace not_allowed"]],
  );
  assert.match(fields[0]?.message ?? "", message);
}

test("only the app for which a namespace is reserved can create metafields in it", async () => {
  const namespace = `app--${app.handle}`;
  const json = { namespace, key: "taken", value: "v" };
  for (const path of paths) {
    assertNamespaceRejected(
      await callAs("other", "POST", `${path}.json`, json),
      new RegExp(`This app can use app--${otherApp.handle}\\.`),
    );
    assertNamespaceRejected(await callAsOwner("POST", `${path}.json`, json), /is reserved for the app/);
    const unknownAppJson = { ...json, namespace: "app--nobody" };
    assertNamespaceRejected(
      await callAs("own", "POST", `${path}.json`, unknownAppJson),
      /is reserved for the app/,
    );
    await createAsApp(namespace, path, "taken");
  }
});

test("an app can read, but not change, a metafield in another app's reserved namespace", async () => {
  for (const path of paths) {
    const id = await createAsApp(`app--${app.handle}`, path, "setting");
    const readResponse = await callAs("other", "GET", `${path}/${id}.json`);
    assert.equal(readResponse.status, 200, readResponse.text);
    for (const [method, json] of [["PUT", { value: "changed" }], ["DELETE"]] as const) {
      const response = await callAs("other", method, `${path}/${id}.json`, json);
      assert.deepEqual([response.status, readError(response).code], [403, "not_allowed"], method);
    }
    assert.equal((await callAs("other", "GET", `${path}/${id}.json`)).text, readResponse.text);
    assert.equal((await callAs("own", "PUT", `${path}/${id}.json`, { value: "new" })).status, 200);
  }
});

test("store members can delete, but not update, a metafield in a reserved namespace", async () => {
  for (const path of paths) {
    const id = await createAsApp(`app--${app.handle}`, path, "left");
    const updateResponse = await callAsOwner("PUT", `${path}/${id}.json`, { value: "changed" });
    assert.deepEqual([updateResponse.status, readError(updateResponse).code], [403, "not_allowed"]);
    assert.equal((await callAsOwner("DELETE", `${path}/${id}.json`)).status, 200);
  }
});

test("an app needs no scope for the store's metafields in its reserved namespace", async () => {
  const json = { namespace: `app--${app.handle}`, key: "no-scope", value: "v" };
  const createResponse = await callAs("ownWithoutStoreScopes", "POST", "/metafields.json", json);
  assert.equal(createResponse.status, 200, createResponse.text);
  const list = await callAs("ownWithoutStoreScopes", "GET", `/metafields.json?namespace=${json.namespace}`);
  const keys = list.json<{ metafields: { key: string }[] }>().metafields.map(({ key }) => key);
  assert.ok(keys.includes("no-scope"), list.text);
});
