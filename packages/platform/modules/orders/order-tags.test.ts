import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "../../http/testing/shop-api.ts";

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
}

interface Tagged {
  id: number;
  tags: string[];
  updated_at: string;
}

let testing: TestPlatform;
let api: ShopApi;

before(async () => {
  testing = await testPlatform();
  api = await shopApi(testing, {
    scopes: ["read_orders", "write_orders", "read_tags", "write_tags"],
  });
});
after(() => testing.stop());

async function done<T>(method: string, path: string, json?: object): Promise<T> {
  const answer = await api.call(method, path, json ? { json } : {});
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}

async function place(tags: string[]): Promise<Tagged> {
  const order = { line_items: [{ name: "A tray", price: "5.00", quantity: 1 }], tags };
  return (await done<{ order: Tagged }>("POST", "/3.0/orders.json", { order })).order;
}

const get = async (id: number) => (await done<{ order: Tagged }>("GET", `/3.0/orders/${id}.json`)).order;

const found = async (tag: string) =>
  (await done<{ orders: Tagged[] }>("GET", `/3.0/orders.json?tags=${tag}&sort=id.asc`)).orders.map(
    ({ id }) => id,
  );

/** The orders that order/update told of, with the tags it told, once so many are numbered. */
async function told(count: number): Promise<[number, string[]][]> {
  const text = `select payload::json -> 'order' as told from events
    where store_id = $1 and topic = 'order/update' and payload is not null order by sequence`;
  return eventually(async () => {
    const { rows } = await testing.database.query<{ told: Tagged }>(text, [api.shop.id]);
    return rows.length >= count
      ? rows.map((row) => [row.told.id, row.told.tags] as [number, string[]])
      : null;
  });
}

test("a tag is given to orders and taken from all of them: each is told once, found by it, and changed later than before", async () => {
  await done("POST", "/3.0/webhooks.json", { topic: "order/update", url: "http://localhost:1/orders" });
  const [a, b] = [await place(["vip"]), await place([])];
  const sent = { name: "vip", resource_type: "order", resource_ids: [b.id, a.id] };
  const { tag } = await done<{ tag: Tag }>("POST", "/4.0/tags.json", { tag: sent });
  assert.deepEqual([tag.name, tag.resource_type, tag.count], ["vip", "order", 2]);
  const after = await get(b.id);
  assert.deepEqual(after.tags, ["vip"]);
  assert.ok(after.updated_at > b.updated_at);
  assert.deepEqual(await get(a.id), a);
  assert.deepEqual(await found("vip"), [a.id, b.id]);
  assert.deepEqual(await told(1), [[b.id, ["vip"]]]);
  await done("DELETE", `/4.0/tags/${tag.id}.json`);
  assert.deepEqual([(await get(a.id)).tags, (await get(b.id)).tags, await found("vip")], [[], [], []]);
  assert.deepEqual((await told(3)).slice(1), [
    [a.id, []],
    [b.id, []],
  ]);
});

test("a tag for an order that is not there is given to none", async () => {
  const { id } = await place([]);
  const tag = { name: "none", resource_type: "order", resource_ids: [id, 999_999] };
  const answer = await api.call("POST", "/4.0/tags.json", { json: { tag } });
  assert.deepEqual(
    errorOf(answer).fields?.map(({ path, message }) => `${path} ${message}`),
    ["resource_ids.1 is no order of this store"],
  );
  assert.deepEqual((await get(id)).tags, []);
});

test("more orders than are changed at once lose a tag, and an order's metafields go with it", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 101; n++) ids.push((await place(["many"])).id);
  const { tags } = await done<{ tags: Tag[] }>("GET", "/4.0/tags.json?resource_type=order&name=many");
  assert.equal(tags[0]?.count, 101);
  await done("DELETE", `/4.0/tags/${tags[0]?.id}.json`);
  assert.deepEqual(await found("many"), []);
  const path = `/3.0/orders/${ids[0]}/metafields.json`;
  const metafield = { namespace: "gift", key: "paper", value: "Batik" };
  const made = await done<{ metafield: { owner_resource: string; owner_id: number } }>("POST", path, {
    metafield,
  });
  assert.deepEqual([made.metafield.owner_resource, made.metafield.owner_id], ["order", ids[0]]);
  await done("POST", `/3.0/orders/${ids[0]}/cancel.json`, {});
  await done("DELETE", `/3.0/orders/${ids[0]}.json`);
  assert.equal((await api.call("GET", path)).status, 404);
  const left = "select from metafields where store_id = $1";
  assert.equal((await testing.database.query(left, [api.shop.id])).rowCount, 0);
});
