import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { errorOf } from "../../http/testing/shop-api.ts";

let testing: TestPlatform;
let shop: SeededShop;
let ours: SeededApp;
/** Access tokens by what they are for. */
let tokens: Record<"all" | "products" | "bare" | "readStore" | "writeStore" | "other", string>;
let owners: { path: string; resource: string; id: number }[];

before(async () => {
  testing = await testPlatform({ role: "api" });
  shop = await seedShop(testing, { products: 3, locations: 2 });
  ours = await registerApp(testing, "http://localhost:1");
  const other = await registerApp(testing, "http://localhost:1");
  const grant = async (app: SeededApp, ...scopes: string[]) =>
    (await installApp(testing, { shop, app, ...(scopes.length === 0 ? {} : { scopes }) })).token;
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
  const [variant] = shop.variants;
  owners = [
    { path: "/metafields", resource: "store", id: shop.id },
    {
      path: `/products/${variant?.product_id}/metafields`,
      resource: "product",
      id: variant?.product_id ?? 0,
    },
    { path: `/variants/${variant?.id}/metafields`, resource: "variant", id: variant?.id ?? 0 },
    { path: `/collections/${collection}/metafields`, resource: "collection", id: collection },
    {
      path: `/locations/${shop.locations[1]?.id}/metafields`,
      resource: "location",
      id: shop.locations[1]?.id ?? 0,
    },
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
  testing.request(`${shop.origin}/api/3.0${path}`, {
    method,
    token: tokens[who],
    ...(json === undefined ? {} : { json }),
  });

async function done<T>(who: Who, method: string, path: string, json?: object): Promise<T> {
  const answer = await call(who, method, path, json);
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.json<T>();
}

async function refused(who: Who, method: string, path: string, json?: object): Promise<string[]> {
  const { code, fields = [], required_scope } = errorOf(await call(who, method, path, json));
  const scope = required_scope === undefined ? [] : [required_scope];
  return [code, ...scope, ...fields.map((field) => `${field.path} ${field.message}`)];
}

const create = async (who: Who, path: string, json: object) =>
  (await done<{ metafield: Metafield }>(who, "POST", `${path}.json`, { metafield: json })).metafield;
const keysOf = async (who: Who, path: string, query = "") => {
  const list = await done<{ metafields: Metafield[]; total_count: number }>(
    who,
    "GET",
    `${path}.json?${query}`,
  );
  const { count } = await done<{ count: number }>(who, "GET", `${path}/count.json?${query}`);
  assert.equal(count, list.total_count, path);
  return list.metafields.map(({ key }) => key);
};

test("SNP-3: every kind of record keeps metafields: they are made, listed, changed and removed", async () => {
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
    assert.deepEqual(await keysOf("all", path, "namespace=care"), ["wash", "iron"]);
    assert.deepEqual(await keysOf("all", path, "namespace=care&key=iron"), ["iron"]);
    assert.deepEqual(await keysOf("all", path, `since_id=${own}&ids=${own}`), ["wash"]);
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
      assert.deepEqual(await refused("all", method, one, {}), ["not_found"]);
    assert.deepEqual(await keysOf("all", path, "namespace=care"), ["iron"]);
  }
});

test("a metafield belongs to its record: through another record's path it is not found", async () => {
  for (const { path } of owners) {
    const { id } = await create("all", path, { namespace: "own", key: "k", value: "v" });
    for (const other of owners) {
      if (other.path === path) continue;
      for (const method of ["GET", "PUT", "DELETE"])
        assert.deepEqual(await refused("all", method, `${other.path}/${id}.json`, {}), ["not_found"]);
    }
  }
  for (const plural of ["products", "variants", "collections", "locations"]) {
    const path = `/${plural}/987654/metafields`;
    const json = { namespace: "n", key: "k", value: "v" };
    assert.deepEqual(await refused("all", "GET", `${path}.json`), ["not_found"]);
    assert.deepEqual(await refused("all", "GET", `${path}/count.json`), ["not_found"]);
    assert.deepEqual(await refused("all", "POST", `${path}.json`, json), ["not_found"]);
  }
});

test("what a metafield cannot be is refused by the field's name", async () => {
  const path = owners[1]?.path ?? "";
  await create("all", path, { namespace: "rules", key: "taken", value: "v" });
  const good = { namespace: "rules", key: "k", value: "v" };
  const refusals: [object, string][] = [
    [{}, "namespace is required"],
    [{ ...good, key: "taken" }, "key is there already in the namespace rules; change that one with PUT"],
    [{ ...good, namespace: " " }, "namespace must not be empty"],
    [{ ...good, key: "" }, "key must not be empty"],
    [{ ...good, key: "x".repeat(256) }, "key must have at most 255 characters"],
    [{ namespace: "rules", key: "k" }, "value is required"],
    [{ ...good, value: null }, "value must be a string or a whole number or an object or an array"],
    [{ ...good, value: "x".repeat(65_537) }, "value must have at most 65536 characters"],
    [{ ...good, value: 5 }, "value must be a text, since value_type is String"],
    [{ ...good, value_type: "Integer" }, "value must be a whole number, since value_type is Integer"],
    [{ ...good, value_type: "Float" }, "value_type must be one of String, Integer, Json"],
    [
      { ...good, value_type: "Json" },
      "value must be an object or a list, or the text of one, since value_type is Json",
    ],
    [{ ...good, description: "x".repeat(256) }, "description must have at most 255 characters"],
    [{ ...good, is_private: "no" }, "is_private must be a boolean"],
  ];
  for (const [metafield, sentence] of refusals) {
    const [code, first] = await refused("all", "POST", `${path}.json`, { metafield });
    assert.deepEqual([code, first], ["invalid", sentence]);
  }
  const { id } = await create("all", path, good);
  const changes: [object, string][] = [
    [{ key: "other" }, "key is k and cannot be changed; make another metafield"],
    [{ namespace: "other" }, "namespace is rules and cannot be changed; make another metafield"],
    [{ value_type: "Integer" }, "value must be a whole number, since value_type is Integer"],
    [{ value: 7 }, "value must be a text, since value_type is String"],
  ];
  for (const [metafield, sentence] of changes)
    assert.deepEqual(await refused("all", "PUT", `${path}/${id}.json`, { metafield }), ["invalid", sentence]);
  assert.deepEqual(await keysOf("all", path, "namespace=rules"), ["taken", "k"]);
});

test("a key that many add at once is there once", async () => {
  const path = `${owners[2]?.path}.json`;
  const json = { namespace: "race", key: "once", value: "v" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => call("all", "POST", path, json)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(422)]);
});

test("a private metafield is there for the app that made it alone, and a person can make none", async () => {
  const { browser } = shop.owner;
  for (const { path } of owners) {
    const secret = { namespace: "vault", key: "seal", value: "mine", is_private: true };
    const { id } = await create("all", path, secret);
    const one = `${path}/${id}.json`;
    assert.deepEqual(await keysOf("all", path, "namespace=vault"), ["seal"]);
    assert.deepEqual(await keysOf("other", path, "namespace=vault"), []);
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await refused("other", method, one, { value: "theirs" }), ["not_found"]);
    const seen = await browser.call("GET", `${shop.host_url}/api/3.0${one}`);
    assert.equal(seen.status, 404, seen.text);
    // Nobody learns that the key is taken.
    const theirs = await create("other", path, { ...secret, value: "theirs" });
    assert.deepEqual(await keysOf("other", path, "namespace=vault"), ["seal"]);
    const open = await create("other", path, { ...secret, is_private: false });
    assert.deepEqual(await refused("all", "PUT", one, { is_private: false }), [
      "invalid",
      "key is there already in the namespace vault",
    ]);
    assert.deepEqual(await refused("all", "PUT", `${path}/${open.id}.json`, { is_private: true }), [
      "invalid",
      "is_private can be true only for the app that made it",
    ]);
    await done("other", "DELETE", `${path}/${open.id}.json`);
    await done("all", "PUT", one, { is_private: false });
    assert.deepEqual(await keysOf("other", path, "namespace=vault"), ["seal", "seal"]);
    await done("other", "DELETE", `${path}/${theirs.id}.json`);
    const byPerson = await browser.call("POST", `${shop.host_url}/api/3.0${path}.json`, secret);
    assert.deepEqual(errorOf(byPerson).fields?.[0]?.path, "is_private", byPerson.text);
  }
});

test("the store's metafields in the app's own namespace need no scope, others need read_store and write_store", async () => {
  const own = await create("bare", "/metafields", { namespace: ours.handle, key: "mine", value: "v" });
  const far = await create("all", "/metafields", { namespace: "elsewhere", key: "far", value: "v" });
  const json = { namespace: "elsewhere", key: "new", value: "v" };
  assert.deepEqual(await refused("bare", "POST", "/metafields.json", json), ["scope_missing", "write_store"]);
  assert.deepEqual(await refused("readStore", "POST", "/metafields.json", json), [
    "scope_missing",
    "write_store",
  ]);
  assert.deepEqual(await keysOf("bare", "/metafields"), ["mine"]);
  assert.deepEqual(await keysOf("bare", "/metafields", `namespace=${ours.handle}`), ["mine"]);
  for (const path of ["/metafields.json", "/metafields/count.json"])
    assert.deepEqual(await refused("bare", "GET", `${path}?namespace=elsewhere`), [
      "scope_missing",
      "read_store",
    ]);
  assert.deepEqual(await keysOf("writeStore", "/metafields"), ["mine"], "to change is not to read");
  assert.ok((await keysOf("readStore", "/metafields", "limit=250")).includes("far"));
  const theirs = `/metafields/${far.id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await refused("bare", method, theirs, {}), ["not_found"], method);
  for (const method of ["PUT", "DELETE"])
    assert.deepEqual(await refused("readStore", method, theirs, {}), ["scope_missing", "write_store"]);
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
    assert.deepEqual(await refused("bare", "GET", `${owner?.path}.json`), ["scope_missing", "read_products"]);
    assert.deepEqual(await refused("bare", "POST", `${owner?.path}.json`, json), [
      "scope_missing",
      "write_products",
    ]);
  }
  const places = `${location?.path}.json`;
  assert.deepEqual(await keysOf("products", location?.path ?? "", "namespace=scopes"), []);
  assert.deepEqual(await refused("products", "POST", places, json), ["scope_missing", "write_locations"]);
});

test("metafields go when their record is deleted, those of its variants too, and stay when an app is uninstalled", async () => {
  const { database } = testing;
  const countOf = async (resource: string, id: number) =>
    (
      await database.query<{ n: number }>(
        "select count(*) as n from metafields where store_id = $1 and owner_resource = $2 and owner_id = $3",
        [shop.id, resource, id],
      )
    ).rows[0]?.n;
  for (const { resource, id } of owners) assert.ok(((await countOf(resource, id)) ?? 0) > 0, resource);
  const [, product, variant, collection, location] = owners;
  await done("all", "DELETE", `/collections/${collection?.id}.json`);
  await database.query("delete from products where store_id = $1 and id = $2", [shop.id, product?.id]);
  await database.query("delete from inventory_levels where store_id = $1 and location_id = $2", [
    shop.id,
    location?.id,
  ]);
  await database.query("delete from locations where store_id = $1 and id = $2", [shop.id, location?.id]);
  for (const owner of [product, variant, collection, location])
    assert.equal(await countOf(owner?.resource ?? "", owner?.id ?? 0), 0, owner?.resource);
  assert.ok(((await countOf("store", shop.id)) ?? 0) > 0);
});
