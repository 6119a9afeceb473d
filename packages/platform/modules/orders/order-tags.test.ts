import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
}

interface TaggedOrder {
  id: number;
  tags: string[];
  updated_at: string;
}

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform, {
    scopes: ["read_orders", "write_orders", "read_tags", "write_tags"],
  });
});
after(() => testPlatform.stop());

async function callOk<T>(method: string, path: string, json?: object): Promise<T> {
  const response = await api.call(method, path, json ? { json } : {});
  assert.equal(response.status, 200, response.text);
  return response.json<T>();
}

async function placeOrder(tags: string[]): Promise<TaggedOrder> {
  const order = { line_items: [{ name: "A tray", price: "5.00", quantity: 1 }], tags };
  return (await callOk<{ order: TaggedOrder }>("POST", "/3.0/orders.json", { order })).order;
}

const getOrder = async (id: number) =>
  (await callOk<{ order: TaggedOrder }>("GET", `/3.0/orders/${id}.json`)).order;

const listTaggedOrderIds = async (tag: string) =>
  (await callOk<{ orders: TaggedOrder[] }>("GET", `/3.0/orders.json?tags=${tag}&sort=id.asc`)).orders.map(
    ({ id }) => id,
  );

/** Wait for at least `count` order/update events, and list the order id and the tags of each event. */
async function awaitOrderUpdates(count: number): Promise<[number, string[]][]> {
  const text = `select payload::json -> 'order' as snapshot from events
    where store_id = $1 and topic = 'order/update' and payload is not null order by sequence`;
  return eventually(async () => {
    const rows = await testPlatform.database.many<{ snapshot: TaggedOrder }>(text, [api.store.id]);
    return rows.length >= count
      ? rows.map((row) => [row.snapshot.id, row.snapshot.tags] as [number, string[]])
      : null;
  });
}

test("adding or removing a tag updates each affected order once", async () => {
  await callOk("POST", "/3.0/webhooks.json", { topic: "order/update", url: "http://localhost:1/orders" });
  const [taggedOrder, untaggedOrder] = [await placeOrder(["vip"]), await placeOrder([])];
  const tagInput = { name: "vip", resource_type: "order", resource_ids: [untaggedOrder.id, taggedOrder.id] };
  const { tag } = await callOk<{ tag: Tag }>("POST", "/4.0/tags.json", { tag: tagInput });
  assert.deepEqual([tag.name, tag.resource_type, tag.count], ["vip", "order", 2]);
  const updatedOrder = await getOrder(untaggedOrder.id);
  assert.deepEqual(updatedOrder.tags, ["vip"]);
  assert.ok(updatedOrder.updated_at > untaggedOrder.updated_at);
  assert.deepEqual(await getOrder(taggedOrder.id), taggedOrder);
  assert.deepEqual(await listTaggedOrderIds("vip"), [taggedOrder.id, untaggedOrder.id]);
  assert.deepEqual(await awaitOrderUpdates(1), [[untaggedOrder.id, ["vip"]]]);
  await callOk("DELETE", `/4.0/tags/${tag.id}.json`);
  assert.deepEqual(
    [
      (await getOrder(taggedOrder.id)).tags,
      (await getOrder(untaggedOrder.id)).tags,
      await listTaggedOrderIds("vip"),
    ],
    [[], [], []],
  );
  assert.deepEqual((await awaitOrderUpdates(3)).slice(1), [
    [taggedOrder.id, []],
    [untaggedOrder.id, []],
  ]);
});

test("a tag is added to none of several orders if one of them does not exist", async () => {
  const { id } = await placeOrder([]);
  const tag = { name: "none", resource_type: "order", resource_ids: [id, 999_999] };
  const response = await api.call("POST", "/4.0/tags.json", { json: { tag } });
  assert.deepEqual(
    readError(response).fields?.map(({ path, code }) => `${path} ${code}`),
    ["resource_ids.1 not_found"],
  );
  assert.deepEqual((await getOrder(id)).tags, []);
});

test("deleting a tag removes it from all its orders, even if they need more than one batch", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 101; n++) ids.push((await placeOrder(["many"])).id);
  const { tags } = await callOk<{ tags: Tag[] }>("GET", "/4.0/tags.json?resource_type=order&name=many");
  assert.equal(tags[0]?.count, 101);
  await callOk("DELETE", `/4.0/tags/${tags[0]?.id}.json`);
  assert.deepEqual(await listTaggedOrderIds("many"), []);
});

test("deleting an order deletes its metafields", async () => {
  const { id } = await placeOrder([]);
  const path = `/3.0/orders/${id}/metafields.json`;
  const metafield = { namespace: "gift", key: "paper", value: "Batik" };
  const createResponse = await callOk<{ metafield: { owner_resource: string; owner_id: number } }>(
    "POST",
    path,
    {
      metafield,
    },
  );
  assert.deepEqual(
    [createResponse.metafield.owner_resource, createResponse.metafield.owner_id],
    ["order", id],
  );
  await callOk("POST", `/3.0/orders/${id}/cancel.json`, {});
  await callOk("DELETE", `/3.0/orders/${id}.json`);
  assert.equal((await api.call("GET", path)).status, 404);
  const metafieldsText = "select from metafields where store_id = $1";
  assert.equal((await testPlatform.database.query(metafieldsText, [api.store.id])).rowCount, 0);
});
