import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let testing: TestPlatform, store: SeededStore, app: SeededApp;
/** Access tokens with different scopes, by purpose. */
let tokens: Record<"all" | "products" | "bare" | "readStore" | "writeStore" | "other", string>;
let owners: { path: string; resource: string; id: number }[];

before(async () => {
  testing = await startTestPlatform({ role: "api" });
  store = await seedStore(testing, { products: 3, locations: 2 });
  app = await registerApp(testing, "http://localhost:1");
  const otherApp = await registerApp(testing, "http://localhost:1");
  const grant = async (app: SeededApp, ...scopes: string[]) =>
    (await installApp(testing, { store, app, ...(scopes.length === 0 ? {} : { scopes }) })).token;
  // Each grant is a further token of the same installation, with its own scopes.
  tokens = {
    all: await grant(app),
    products: await grant(app, "read_products", "write_products"),
    bare: await grant(app, "read_customers"),
    readStore: await grant(app, "read_store"),
    writeStore: await grant(app, "write_store"),
    other: await grant(otherApp),
  };
  const response = await call("all", "POST", "/collections.json", { title: "Gifts" });
  const collection = response.json<{ collection: { id: number } }>().collection.id;
  const { id: variant = 0, product_id: product = 0 } = store.variants[0] ?? {};
  const location = store.locations[1]?.id ?? 0;
  owners = [
    { path: "/metafields", resource: "store", id: store.id },
    { path: `/products/${product}/metafields`, resource: "product", id: product },
    { path: `/variants/${variant}/metafields`, resource: "variant", id: variant },
    { path: `/collections/${collection}/metafields`, resource: "collection", id: collection },
    { path: `/locations/${location}/metafields`, resource: "location", id: location },
  ];
});
after(() => testing.stop());

interface Metafield {
  id: number;
  owner_resource: string;
  owner_id: number;
  namespace: string;
  key: string;
  value: unknown;
  value_type: string;
  description: string;
  is_private: boolean;
  created_at: string;
  updated_at: string;
}

type Token = keyof typeof tokens;

const call = (token: Token, method: string, path: string, json?: object) =>
  testing.request(`${store.origin}/api/3.0${path}`, {
    method,
    token: tokens[token],
    ...(json === undefined ? {} : { json }),
  });

async function request<T>(token: Token, method: string, path: string, json?: object): Promise<T> {
  const response = await call(token, method, path, json);
  assert.equal(response.status, 200, `${method} ${path}: ${response.text}`);
  return response.json<T>();
}

async function getErrors(token: Token, method: string, path: string, json?: object): Promise<string[]> {
  const { code, fields = [], required_scope } = readError(await call(token, method, path, json));
  const scope = required_scope === undefined ? [] : [required_scope];
  return [code, ...scope, ...fields.map((field) => `${field.path} ${field.code}`)];
}

const create = async (token: Token, path: string, json: object) =>
  (await request<{ metafield: Metafield }>(token, "POST", `${path}.json`, { metafield: json })).metafield;
const listKeys = async (token: Token, path: string, query = "") => {
  type Page = { metafields: Metafield[]; total_count: number };
  const list = await request<Page>(token, "GET", `${path}.json?${query}`);
  const { count } = await request<{ count: number }>(token, "GET", `${path}/count.json?${query}`);
  assert.equal(count, list.total_count, path);
  return list.metafields.map(({ key }) => key);
};

test("SNP-3: metafields of each kind of record can be created, updated and deleted", async () => {
  for (const { path, resource, id } of owners) {
    const fields = {
      namespace: "care",
      key: "wash",
      value: { degrees: 30 },
      value_type: "Json",
      description: "How",
    };
    const createdMetafield = await create("all", path, fields);
    const { id: createdId, created_at: _createdAt, updated_at, ...otherFields } = createdMetafield;
    assert.deepEqual(otherFields, { owner_resource: resource, owner_id: id, ...fields, is_private: false });
    await create("all", path, { namespace: "care", key: "iron", value: "no" });
    assert.deepEqual(await listKeys("all", path, "namespace=care"), ["wash", "iron"]);
    assert.deepEqual(await listKeys("all", path, "namespace=care&key=iron"), ["iron"]);
    assert.deepEqual(await listKeys("all", path, `since_id=${createdId}&ids=${createdId}`), ["wash"]);
    const url = `${path}/${createdId}.json`;
    assert.deepEqual(
      (await request<{ metafield: Metafield }>("all", "GET", url)).metafield,
      createdMetafield,
    );
    const { metafield: updated } = await request<{ metafield: Metafield }>("all", "PUT", url, {
      metafield: { value: "[40]", key: "wash" },
    });
    assert.deepEqual([updated.value, updated.description], [[40], "How"]);
    assert.ok(updated.updated_at > updated_at);
    const unchanged = await request<{ metafield: Metafield }>("all", "PUT", url, {
      value: [40],
      is_private: false,
    });
    assert.deepEqual(unchanged.metafield, updated);
    assert.deepEqual(await request("all", "DELETE", url), {});
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await getErrors("all", method, url, {}), ["not_found"]);
    assert.deepEqual(await listKeys("all", path, "namespace=care"), ["iron"]);
  }
});

test("a metafield is not found through another record's path", async () => {
  for (const { path } of owners) {
    const { id } = await create("all", path, { namespace: "own", key: "k", value: "v" });
    for (const otherOwner of owners) {
      if (otherOwner.path === path) continue;
      for (const method of ["GET", "PUT", "DELETE"])
        assert.deepEqual(await getErrors("all", method, `${otherOwner.path}/${id}.json`, {}), ["not_found"]);
    }
  }
  for (const plural of ["products", "variants", "collections", "locations"]) {
    const path = `/${plural}/987654/metafields`;
    const json = { namespace: "n", key: "k", value: "v" };
    assert.deepEqual(await getErrors("all", "GET", `${path}.json`), ["not_found"]);
    assert.deepEqual(await getErrors("all", "GET", `${path}/count.json`), ["not_found"]);
    assert.deepEqual(await getErrors("all", "POST", `${path}.json`, json), ["not_found"]);
  }
});

test("invalid metafield fields are rejected with the field's name", async () => {
  const path = owners[1]?.path ?? "";
  await create("all", path, { namespace: "rules", key: "taken", value: "v" });
  const validInput = { namespace: "rules", key: "k", value: "v" };
  const invalidInputs: [object, string][] = [
    [{}, "namespace required"],
    [{ ...validInput, key: "taken" }, "key not_unique"],
    [{ ...validInput, namespace: " " }, "namespace required"],
    [{ ...validInput, key: "" }, "key required"],
    [{ ...validInput, key: "x".repeat(256) }, "key too_long"],
    [{ namespace: "rules", key: "k" }, "value required"],
    [{ ...validInput, value: null }, "value invalid_type"],
    [{ ...validInput, value: "x".repeat(65_537) }, "value too_long"],
    [{ ...validInput, value: 5 }, "value invalid_type"],
    [{ ...validInput, value_type: "Integer" }, "value invalid_type"],
    [{ ...validInput, value_type: "Float" }, "value_type not_allowed"],
    [{ ...validInput, value_type: "Json" }, "value invalid_type"],
    [{ ...validInput, description: "x".repeat(256) }, "description too_long"],
    [{ ...validInput, is_private: "no" }, "is_private invalid_type"],
  ];
  for (const [metafield, expectedError] of invalidInputs) {
    const [code, fieldError] = await getErrors("all", "POST", `${path}.json`, { metafield });
    assert.deepEqual([code, fieldError], ["invalid", expectedError]);
  }
  const { id } = await create("all", path, validInput);
  const changes: [object, string][] = [
    [{ key: "other" }, "key not_allowed"],
    [{ namespace: "other" }, "namespace not_allowed"],
    [{ value_type: "Integer" }, "value invalid_type"],
    [{ value: 7 }, "value invalid_type"],
  ];
  for (const [metafield, expectedError] of changes)
    assert.deepEqual(await getErrors("all", "PUT", `${path}/${id}.json`, { metafield }), [
      "invalid",
      expectedError,
    ]);
  assert.deepEqual(await listKeys("all", path, "namespace=rules"), ["taken", "k"]);
});

test("if many requests add the same metafield key concurrently, one succeeds", async () => {
  const path = `${owners[2]?.path}.json`;
  const json = { namespace: "race", key: "once", value: "v" };
  const responses = await Promise.all(Array.from({ length: 10 }, () => call("all", "POST", path, json)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(422)]);
});

test("a private metafield is visible only to its app, and only apps can create one", async () => {
  const { browser } = store.owner;
  for (const { path } of owners) {
    const secret = { namespace: "vault", key: "seal", value: "mine", is_private: true };
    const { id } = await create("all", path, secret);
    const url = `${path}/${id}.json`;
    assert.deepEqual(await listKeys("all", path, "namespace=vault"), ["seal"]);
    assert.deepEqual(await listKeys("other", path, "namespace=vault"), []);
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await getErrors("other", method, url, { value: "other app's" }), ["not_found"]);
    const memberResponse = await browser.call("GET", `${store.host_url}/api/3.0${url}`);
    assert.equal(memberResponse.status, 404, memberResponse.text);
    // The response does not disclose that the key is in use.
    const otherSecret = await create("other", path, { ...secret, value: "theirs" });
    assert.deepEqual(await listKeys("other", path, "namespace=vault"), ["seal"]);
    const publicField = await create("other", path, { ...secret, is_private: false });
    assert.deepEqual(await getErrors("all", "PUT", url, { is_private: false }), [
      "invalid",
      "key not_unique",
    ]);
    assert.deepEqual(await getErrors("all", "PUT", `${path}/${publicField.id}.json`, { is_private: true }), [
      "invalid",
      "is_private not_allowed",
    ]);
    await request("other", "DELETE", `${path}/${publicField.id}.json`);
    await request("all", "PUT", url, { is_private: false });
    assert.deepEqual(await listKeys("other", path, "namespace=vault"), ["seal", "seal"]);
    await request("other", "DELETE", `${path}/${otherSecret.id}.json`);
    const createByMember = await browser.call("POST", `${store.host_url}/api/3.0${path}.json`, secret);
    assert.deepEqual(readError(createByMember).fields?.[0]?.path, "is_private", createByMember.text);
  }
});

test("store metafields require a scope, except in the namespace of the app's handle", async () => {
  const appField = await create("bare", "/metafields", { namespace: app.handle, key: "mine", value: "v" });
  const storeField = await create("all", "/metafields", { namespace: "elsewhere", key: "far", value: "v" });
  const { id } = await create("other", "/metafields", { namespace: app.handle, key: "secret", value: "v" });
  assert.deepEqual(await getErrors("bare", "PUT", `/metafields/${id}.json`, {}), ["not_found"]);
  const json = { namespace: "elsewhere", key: "new", value: "v" };
  const missingWriteScope = ["scope_missing", "write_store"];
  assert.deepEqual(await getErrors("bare", "POST", "/metafields.json", json), missingWriteScope);
  assert.deepEqual(await getErrors("readStore", "POST", "/metafields.json", json), missingWriteScope);
  assert.deepEqual(await listKeys("bare", "/metafields"), ["mine"]);
  assert.deepEqual(await listKeys("bare", "/metafields", `namespace=${app.handle}`), ["mine"]);
  for (const path of ["/metafields.json", "/metafields/count.json"])
    assert.deepEqual(await getErrors("bare", "GET", `${path}?namespace=elsewhere`), [
      "scope_missing",
      "read_store",
    ]);
  assert.deepEqual(await listKeys("writeStore", "/metafields"), ["mine"], "write_store cannot read");
  assert.ok((await listKeys("readStore", "/metafields", "limit=250")).includes("far"));
  const otherPath = `/metafields/${storeField.id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await getErrors("bare", method, otherPath, {}), ["not_found"], method);
  for (const path of [otherPath, `/metafields/${id}.json`])
    for (const method of ["PUT", "DELETE"])
      assert.deepEqual(await getErrors("readStore", method, path, {}), missingWriteScope, path);
  await request("writeStore", "PUT", otherPath, { value: "changed" });
  await request("bare", "PUT", `/metafields/${appField.id}.json`, { value: "changed" });
  await request("bare", "DELETE", `/metafields/${appField.id}.json`);
  await request("writeStore", "DELETE", otherPath);
});

test("metafields of a record require the scopes of that kind of record", async () => {
  const [, product, variant, collection, location] = owners;
  const json = { namespace: "scopes", key: "k", value: "v" };
  for (const owner of [product, variant, collection]) {
    await create("products", owner?.path ?? "", json);
    assert.deepEqual(await getErrors("bare", "GET", `${owner?.path}.json`), [
      "scope_missing",
      "read_products",
    ]);
    assert.deepEqual(await getErrors("bare", "POST", `${owner?.path}.json`, json), [
      "scope_missing",
      "write_products",
    ]);
  }
  const locationPath = `${location?.path}.json`;
  assert.deepEqual(await listKeys("products", location?.path ?? "", "namespace=scopes"), []);
  assert.deepEqual(await getErrors("products", "POST", locationPath, json), [
    "scope_missing",
    "write_locations",
  ]);
});

test("deleting a record deletes its metafields", async () => {
  const { database } = testing;
  const countMetafields = async (resource: string, id: number) =>
    (
      await database.one<{ n: number }>(
        "select count(*) as n from metafields where store_id = $1 and owner_resource = $2 and owner_id = $3",
        [store.id, resource, id],
      )
    ).n;
  for (const { resource, id } of owners)
    assert.ok(((await countMetafields(resource, id)) ?? 0) > 0, resource);
  const [, product, variant, collection, location] = owners;
  await request("all", "DELETE", `/collections/${collection?.id}.json`);
  await database.query("delete from products where store_id = $1 and id = $2", [store.id, product?.id]);
  await database.query("delete from inventory_levels where store_id = $1 and location_id = $2", [
    store.id,
    location?.id,
  ]);
  await database.query("delete from locations where store_id = $1 and id = $2", [store.id, location?.id]);
  for (const owner of [product, variant, collection, location])
    assert.equal(await countMetafields(owner?.resource ?? "", owner?.id ?? 0), 0, owner?.resource);
  assert.ok(((await countMetafields("store", store.id)) ?? 0) > 0);
});
