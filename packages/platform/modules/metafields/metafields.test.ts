import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let testing: TestPlatform, store: SeededStore, ours: SeededApp;
/** The access tokens by their purpose. */
let tokens: Record<"all" | "products" | "bare" | "readStore" | "writeStore" | "other", string>;
let owners: { path: string; resource: string; id: number }[];

before(async () => {
  testing = await testPlatform({ role: "api" });
  store = await seedStore(testing, { products: 3, locations: 2 });
  ours = await registerApp(testing, "http://localhost:1");
  const other = await registerApp(testing, "http://localhost:1");
  const grant = async (app: SeededApp, ...scopes: string[]) =>
    (await installApp(testing, { store, app, ...(scopes.length === 0 ? {} : { scopes }) })).token;
  // Each grant is a further token of the same installation, with its own scopes.
  tokens = {
    all: await grant(ours),
    products: await grant(ours, "read_products", "write_products"),
    bare: await grant(ours, "read_customers"),
    readStore: await grant(ours, "read_store"),
    writeStore: await grant(ours, "write_store"),
    other: await grant(other),
  };
  const made = await call("all", "POST", "/collections.json", { title: "Gifts" });
  const collection = made.json<{ collection: { id: number } }>().collection.id;
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
  updated_at: string;
}

type Who = keyof typeof tokens;

const call = (who: Who, method: string, path: string, json?: object) =>
  testing.request(`${store.origin}/api/3.0${path}`, {
    method,
    token: tokens[who],
    ...(json === undefined ? {} : { json }),
  });

async function done<T>(who: Who, method: string, path: string, json?: object): Promise<T> {
  const answer = await call(who, method, path, json);
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.json<T>();
}

async function callForErrors(who: Who, method: string, path: string, json?: object): Promise<string[]> {
  const { code, fields = [], required_scope } = readError(await call(who, method, path, json));
  const scope = required_scope === undefined ? [] : [required_scope];
  return [code, ...scope, ...fields.map((field) => `${field.path} ${field.code}`)];
}

const create = async (who: Who, path: string, json: object) =>
  (await done<{ metafield: Metafield }>(who, "POST", `${path}.json`, { metafield: json })).metafield;
const listKeys = async (who: Who, path: string, query = "") => {
  type Page = { metafields: Metafield[]; total_count: number };
  const list = await done<Page>(who, "GET", `${path}.json?${query}`);
  const { count } = await done<{ count: number }>(who, "GET", `${path}/count.json?${query}`);
  assert.equal(count, list.total_count, path);
  return list.metafields.map(({ key }) => key);
};

test("SNP-3: every kind of record has metafields that can be created, updated and deleted", async () => {
  for (const { path, resource, id } of owners) {
    const sent = {
      namespace: "care",
      key: "wash",
      value: { degrees: 30 },
      value_type: "Json",
      description: "How",
    };
    const made = await create("all", path, sent);
    const { id: own, created_at: _made, updated_at, ...shown } = made as Metafield & { created_at: string };
    assert.deepEqual(shown, { owner_resource: resource, owner_id: id, ...sent, is_private: false });
    await create("all", path, { namespace: "care", key: "iron", value: "no" });
    assert.deepEqual(await listKeys("all", path, "namespace=care"), ["wash", "iron"]);
    assert.deepEqual(await listKeys("all", path, "namespace=care&key=iron"), ["iron"]);
    assert.deepEqual(await listKeys("all", path, `since_id=${own}&ids=${own}`), ["wash"]);
    const one = `${path}/${own}.json`;
    assert.deepEqual((await done<{ metafield: Metafield }>("all", "GET", one)).metafield, made);
    const { metafield: changed } = await done<{ metafield: Metafield }>("all", "PUT", one, {
      metafield: { value: "[40]", key: "wash" },
    });
    assert.deepEqual([changed.value, changed.description], [[40], "How"]);
    assert.ok(changed.updated_at > updated_at);
    const same = await done<{ metafield: Metafield }>("all", "PUT", one, { value: [40], is_private: false });
    assert.deepEqual(same.metafield, changed);
    assert.deepEqual(await done("all", "DELETE", one), {});
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await callForErrors("all", method, one, {}), ["not_found"]);
    assert.deepEqual(await listKeys("all", path, "namespace=care"), ["iron"]);
  }
});

test("a metafield is not found through another record's path", async () => {
  for (const { path } of owners) {
    const { id } = await create("all", path, { namespace: "own", key: "k", value: "v" });
    for (const other of owners) {
      if (other.path === path) continue;
      for (const method of ["GET", "PUT", "DELETE"])
        assert.deepEqual(await callForErrors("all", method, `${other.path}/${id}.json`, {}), ["not_found"]);
    }
  }
  for (const plural of ["products", "variants", "collections", "locations"]) {
    const path = `/${plural}/987654/metafields`;
    const json = { namespace: "n", key: "k", value: "v" };
    assert.deepEqual(await callForErrors("all", "GET", `${path}.json`), ["not_found"]);
    assert.deepEqual(await callForErrors("all", "GET", `${path}/count.json`), ["not_found"]);
    assert.deepEqual(await callForErrors("all", "POST", `${path}.json`, json), ["not_found"]);
  }
});

test("invalid metafield fields are rejected by name", async () => {
  const path = owners[1]?.path ?? "";
  await create("all", path, { namespace: "rules", key: "taken", value: "v" });
  const good = { namespace: "rules", key: "k", value: "v" };
  const invalidInputs: [object, string][] = [
    [{}, "namespace required"],
    [{ ...good, key: "taken" }, "key not_unique"],
    [{ ...good, namespace: " " }, "namespace required"],
    [{ ...good, key: "" }, "key required"],
    [{ ...good, key: "x".repeat(256) }, "key too_long"],
    [{ namespace: "rules", key: "k" }, "value required"],
    [{ ...good, value: null }, "value invalid_type"],
    [{ ...good, value: "x".repeat(65_537) }, "value too_long"],
    [{ ...good, value: 5 }, "value invalid_type"],
    [{ ...good, value_type: "Integer" }, "value invalid_type"],
    [{ ...good, value_type: "Float" }, "value_type not_allowed"],
    [{ ...good, value_type: "Json" }, "value invalid_type"],
    [{ ...good, description: "x".repeat(256) }, "description too_long"],
    [{ ...good, is_private: "no" }, "is_private invalid_type"],
  ];
  for (const [metafield, sentence] of invalidInputs) {
    const [code, first] = await callForErrors("all", "POST", `${path}.json`, { metafield });
    assert.deepEqual([code, first], ["invalid", sentence]);
  }
  const { id } = await create("all", path, good);
  const changes: [object, string][] = [
    [{ key: "other" }, "key not_allowed"],
    [{ namespace: "other" }, "namespace not_allowed"],
    [{ value_type: "Integer" }, "value invalid_type"],
    [{ value: 7 }, "value invalid_type"],
  ];
  for (const [metafield, sentence] of changes)
    assert.deepEqual(await callForErrors("all", "PUT", `${path}/${id}.json`, { metafield }), [
      "invalid",
      sentence,
    ]);
  assert.deepEqual(await listKeys("all", path, "namespace=rules"), ["taken", "k"]);
});

test("a key that many requests add at once exists once", async () => {
  const path = `${owners[2]?.path}.json`;
  const json = { namespace: "race", key: "once", value: "v" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => call("all", "POST", path, json)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(422)]);
});

test("a private metafield is visible to its app only, and a person cannot create one", async () => {
  const { browser } = store.owner;
  for (const { path } of owners) {
    const secret = { namespace: "vault", key: "seal", value: "mine", is_private: true };
    const { id } = await create("all", path, secret);
    const one = `${path}/${id}.json`;
    assert.deepEqual(await listKeys("all", path, "namespace=vault"), ["seal"]);
    assert.deepEqual(await listKeys("other", path, "namespace=vault"), []);
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await callForErrors("other", method, one, { value: "theirs" }), ["not_found"]);
    const seen = await browser.call("GET", `${store.host_url}/api/3.0${one}`);
    assert.equal(seen.status, 404, seen.text);
    // The response does not disclose that the key is in use.
    const theirs = await create("other", path, { ...secret, value: "theirs" });
    assert.deepEqual(await listKeys("other", path, "namespace=vault"), ["seal"]);
    const open = await create("other", path, { ...secret, is_private: false });
    assert.deepEqual(await callForErrors("all", "PUT", one, { is_private: false }), [
      "invalid",
      "key not_unique",
    ]);
    assert.deepEqual(await callForErrors("all", "PUT", `${path}/${open.id}.json`, { is_private: true }), [
      "invalid",
      "is_private not_allowed",
    ]);
    await done("other", "DELETE", `${path}/${open.id}.json`);
    await done("all", "PUT", one, { is_private: false });
    assert.deepEqual(await listKeys("other", path, "namespace=vault"), ["seal", "seal"]);
    await done("other", "DELETE", `${path}/${theirs.id}.json`);
    const byPerson = await browser.call("POST", `${store.host_url}/api/3.0${path}.json`, secret);
    assert.deepEqual(readError(byPerson).fields?.[0]?.path, "is_private", byPerson.text);
  }
});

test("metafields of the app's own namespace need no scope, other store ones do", async () => {
  const own = await create("bare", "/metafields", { namespace: ours.handle, key: "mine", value: "v" });
  const far = await create("all", "/metafields", { namespace: "elsewhere", key: "far", value: "v" });
  const json = { namespace: "elsewhere", key: "new", value: "v" };
  assert.deepEqual(await callForErrors("bare", "POST", "/metafields.json", json), [
    "scope_missing",
    "write_store",
  ]);
  assert.deepEqual(await callForErrors("readStore", "POST", "/metafields.json", json), [
    "scope_missing",
    "write_store",
  ]);
  assert.deepEqual(await listKeys("bare", "/metafields"), ["mine"]);
  assert.deepEqual(await listKeys("bare", "/metafields", `namespace=${ours.handle}`), ["mine"]);
  for (const path of ["/metafields.json", "/metafields/count.json"])
    assert.deepEqual(await callForErrors("bare", "GET", `${path}?namespace=elsewhere`), [
      "scope_missing",
      "read_store",
    ]);
  assert.deepEqual(await listKeys("writeStore", "/metafields"), ["mine"], "to change is not to read");
  assert.ok((await listKeys("readStore", "/metafields", "limit=250")).includes("far"));
  const theirs = `/metafields/${far.id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await callForErrors("bare", method, theirs, {}), ["not_found"], method);
  for (const method of ["PUT", "DELETE"])
    assert.deepEqual(await callForErrors("readStore", method, theirs, {}), ["scope_missing", "write_store"]);
  await done("writeStore", "PUT", theirs, { value: "changed" });
  await done("bare", "PUT", `/metafields/${own.id}.json`, { value: "changed" });
  await done("bare", "DELETE", `/metafields/${own.id}.json`);
  await done("writeStore", "DELETE", theirs);
});

test("metafields of a record need the record's scopes", async () => {
  const [, product, variant, collection, location] = owners;
  const json = { namespace: "scopes", key: "k", value: "v" };
  for (const owner of [product, variant, collection]) {
    await create("products", owner?.path ?? "", json);
    assert.deepEqual(await callForErrors("bare", "GET", `${owner?.path}.json`), [
      "scope_missing",
      "read_products",
    ]);
    assert.deepEqual(await callForErrors("bare", "POST", `${owner?.path}.json`, json), [
      "scope_missing",
      "write_products",
    ]);
  }
  const places = `${location?.path}.json`;
  assert.deepEqual(await listKeys("products", location?.path ?? "", "namespace=scopes"), []);
  assert.deepEqual(await callForErrors("products", "POST", places, json), [
    "scope_missing",
    "write_locations",
  ]);
});

test("metafields are deleted with their record, and stay when an app is uninstalled", async () => {
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
  await done("all", "DELETE", `/collections/${collection?.id}.json`);
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
