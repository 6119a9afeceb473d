import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogRig, catalogRig } from "../../../http/testing/catalog-rig.ts";
import { foldCounts } from "../fold-counts.ts";

let testing: TestPlatform;
let rig: CatalogRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await catalogRig(testing);
});
after(() => testing.stop());

interface Collect {
  id: number;
  product_id: number;
  collection_id: number;
  position: number;
  updated_at: string;
}

async function newCollection(title: string): Promise<number> {
  const { collection } = await rig.done<{ collection: { id: number } }>("POST", "/3.0/collections.json", {
    title,
  });
  return collection.id;
}

const create = async (json: object) =>
  (await rig.done<{ collect: Collect }>("POST", "/3.0/collects.json", { collect: json })).collect;
const list = async (query: string) => {
  const answer = await rig.done<{ collects: Collect[]; total_count: number }>(
    "GET",
    `/3.0/collects.json?${query}`,
  );
  const { count } = await rig.done<{ count: number }>("GET", `/3.0/collects/count.json?${query}`);
  assert.equal(count, answer.total_count, query);
  return answer.collects;
};
/** The products of a collection in their order. */
const orderOf = async (collection_id: number) =>
  (await list(`collection_id=${collection_id}&sort=position.asc`)).map(({ product_id }) => product_id);

test("a product that is put into a collection shows it and is told once; put in again, nothing happens", async () => {
  const collection_id = await newCollection("Gifts");
  const [product_id = 0] = rig.products;
  const before = await rig.product(product_id);
  let made: Collect | undefined;
  const raised = await rig.raisedBy(async () => {
    made = await create({ product_id, collection_id });
  });
  assert.deepEqual(
    raised.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", product_id, "product/update"]],
  );
  const after = await rig.product(product_id);
  assert.deepEqual(after.collections, [{ id: collection_id, title: "Gifts", handle: "gifts" }]);
  assert.ok(after.updated_at > before.updated_at);
  const again = await rig.raisedBy(async () => {
    assert.deepEqual(await create({ product_id, collection_id, position: 9 }), made);
  });
  assert.deepEqual(again, []);
  assert.deepEqual(await rig.product(product_id), after);
  const gone = await rig.raisedBy(() => rig.done("DELETE", `/3.0/collects/${made?.id}.json`));
  assert.deepEqual(
    gone.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", product_id]],
  );
  assert.deepEqual((await rig.product(product_id)).collections, []);
  assert.deepEqual(await rig.refused("DELETE", `/3.0/collects/${made?.id}.json`), ["not_found"]);
});

test("the same product put in by many at once is in the collection once, and told once", async () => {
  const collection_id = await newCollection("Crowded");
  const [product_id = 0] = rig.products;
  const made: Collect[] = [];
  const raised = await rig.raisedBy(async () => {
    made.push(
      ...(await Promise.all(Array.from({ length: 12 }, () => create({ product_id, collection_id })))),
    );
  });
  assert.equal(raised.length, 1);
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
});

test("products that many put in at once get places one after the other", async () => {
  const collection_id = await newCollection("At once");
  const made = await Promise.all(rig.products.map((product_id) => create({ product_id, collection_id })));
  assert.deepEqual(made.map(({ position }) => position).sort(), [1, 2, 3]);
});

test("a product takes the place it is moved to, and those between move towards its former one", async () => {
  const collection_id = await newCollection("In order");
  const [a = 0, b = 0, c = 0] = rig.products;
  const [first, second, third] = [
    await create({ product_id: a, collection_id }),
    await create({ product_id: b, collection_id }),
    await create({ product_id: c, collection_id, position: 1 }),
  ];
  assert.deepEqual(await orderOf(collection_id), [c, a, b]);
  const move = async ({ id }: Collect, position: number) => {
    const raised = await rig.raisedBy(() =>
      rig.done("PUT", `/3.0/collects/${id}.json`, { collect: { position } }),
    );
    assert.deepEqual(raised, [], "no product shows its place");
    return orderOf(collection_id);
  };
  assert.deepEqual(await move(third, 3), [a, b, c]);
  assert.deepEqual(await move(second, 1), [b, a, c]);
  assert.deepEqual(await move(second, 1), [b, a, c]);
  assert.deepEqual(await move(first, 3), [b, c, a]);
  const places = await list(`collection_id=${collection_id}&sort=position.asc`);
  assert.deepEqual(
    places.map(({ position }) => position),
    [1, 2, 3],
  );
  assert.deepEqual(await rig.refused("PUT", `/3.0/collects/${first.id}.json`, { position: 0 }), [
    "invalid",
    "position must be at least 1",
  ]);
  assert.deepEqual(await rig.refused("PUT", `/3.0/collects/${first.id}.json`, {}), [
    "invalid",
    "position is required",
  ]);
  assert.deepEqual(await rig.refused("PUT", "/3.0/collects/987654.json", { position: 1 }), ["not_found"]);
});

test("a product or a collection that is not there is refused by its field's name", async () => {
  const collection_id = await newCollection("Lonely");
  const [product_id = 0] = rig.products;
  const refusals: [object, string[]][] = [
    [{ product_id: 987_654, collection_id }, ["not_found", "product_id is no product of this store"]],
    [{ product_id, collection_id: 987_654 }, ["not_found", "collection_id is no collection of this store"]],
    [
      { product_id: 987_654, collection_id: 987_654 },
      ["not_found", "product_id is no product of this store", "collection_id is no collection of this store"],
    ],
    [{ collection_id }, ["invalid", "product_id is required"]],
    [{ product_id: "1", collection_id }, ["invalid", "product_id must be a whole number"]],
    [{ product_id, collection_id, position: 0 }, ["invalid", "position must be at least 1"]],
  ];
  for (const [json, refusal] of refusals)
    assert.deepEqual(await rig.refused("POST", "/3.0/collects.json", json), refusal);
  assert.deepEqual(await orderOf(collection_id), []);
  assert.deepEqual(await rig.refused("GET", "/3.0/collects/987654.json"), ["not_found"]);
});

test("collects are found by product and by collection, one or several", async () => {
  const [one, two] = [await newCollection("One"), await newCollection("Two")];
  const [a = 0, b = 0] = rig.products;
  const made = [
    await create({ product_id: a, collection_id: one }),
    await create({ product_id: b, collection_id: one }),
    await create({ product_id: a, collection_id: two }),
  ];
  const [first, second, third] = made.map(({ id }) => id);
  const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
  assert.deepEqual(await idsOf(`collection_ids=${one},${two}`), [first, second, third]);
  assert.deepEqual(await idsOf(`collection_id=${two}`), [third]);
  assert.deepEqual(await idsOf(`collection_ids=${one},${two}&product_id=${a}`), [first, third]);
  assert.deepEqual(await idsOf(`collection_ids=${one},${two}&product_ids=${a},${b}`), [first, second, third]);
  assert.deepEqual(await idsOf(`since_id=${second}&collection_ids=${one},${two}`), [second, third]);
  assert.deepEqual(await idsOf(`ids=${third}`), [third]);
  const { collect } = await rig.done<{ collect: Collect }>("GET", `/3.0/collects/${second}.json`);
  assert.deepEqual(collect, made[1]);
  const { count } = await rig.done<{ count: number }>("GET", "/3.0/collects/count.json");
  const { rows } = await testing.database.query(
    "select count(*) as count from collects where store_id = $1",
    [rig.api.shop.id],
  );
  assert.deepEqual(rows, [{ count }]);
});

test("how many products a collection holds stays right when they are deleted and when counts are folded", async () => {
  const id = await newCollection("Counted");
  for (const product_id of rig.products) await create({ product_id, collection_id: id });
  const count = async () =>
    (await rig.done<{ collection: { products_count: number } }>("GET", `/3.0/collections/${id}.json`))
      .collection.products_count;
  assert.equal(await count(), 3);
  await testing.database.query("delete from products where store_id = $1 and id = $2", [
    rig.api.shop.id,
    rig.products[2],
  ]);
  assert.equal(await count(), 2);
  await foldCounts(testing.database);
  assert.equal(await count(), 2);
  assert.deepEqual(await orderOf(id), rig.products.slice(0, 2));
});
