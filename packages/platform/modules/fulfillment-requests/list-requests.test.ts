import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { installApp, installationOf, type SeededApp, seedShop } from "@souk/testkit";
import { Check } from "typebox/value";
import { type FulfillmentWorld, fulfillmentWorld, type ShownRequest } from "./testing/fulfillment-world.ts";

let world: FulfillmentWorld;
let other: { app: SeededApp; token: string };
let made: ShownRequest[];

before(async () => {
  world = await fulfillmentWorld();
  other = await world.another();
  await world.setUrl(other.app, "fulfillment/single", `${world.receiver.url}/other`);
  world.receiver.answer(({ path }) =>
    path === "/bulk"
      ? { status: 500 }
      : { status: 200, body: '{"type":"link","url":"https://parcels.dev/"}' },
  );
  made = [];
  for (const order_id of world.orders) made.push(await world.sent({ order_ids: [order_id] }));
  made.push(await world.sent({ topic: "fulfillment/bulk", order_ids: world.orders }));
  made.push(await world.sent({ app_handle: other.app.handle }));
});
after(() => world.stop());

interface List {
  fulfillment_requests: ShownRequest[];
  total_count: number;
  next_cursor: string | null;
}

const path = "/4.0/fulfillment_requests";

async function listed(query = "", token = world.token): Promise<number[]> {
  const answer = await world.api(`${path}.json?${query}`, token);
  assert.ok(Check(operations.listFulfillmentRequests.answer, answer.json()), answer.text);
  const { fulfillment_requests, total_count } = answer.json<List>();
  const counted = await world.api(`${path}/count.json?${query}`, token);
  assert.deepEqual(counted.json(), { count: total_count });
  return fulfillment_requests.map(({ id }) => id);
}

const ids = (...places: number[]) => places.map((at) => made[at]?.id);

test("API-5 an app reads the requests that were sent to itself and no others", async () => {
  assert.deepEqual(await listed(), ids(0, 1, 2, 3));
  assert.deepEqual(await listed("", other.token), ids(4));
  const one = await world.api(`${path}/${made[0]?.id}.json`);
  assert.deepEqual(one.json<{ fulfillment_request: ShownRequest }>().fulfillment_request, made[0]);
  assert.equal((await world.api(`${path}/${made[0]?.id}.json`, other.token)).status, 404);
});

test("a person reads all of the shop, and nobody those of another shop", async () => {
  const { browser } = world.shop.owner;
  const all = await browser.call("GET", `${world.shop.host_url}/api/4.0/fulfillment_requests.json`);
  assert.deepEqual(
    all.json<List>().fulfillment_requests.map(({ id }) => id),
    ids(0, 1, 2, 3, 4),
  );
  const stranger = await seedShop(world.testing);
  const { token } = await installApp(world.testing, { shop: stranger, app: world.app });
  const url = `${stranger.origin}/api${path}`;
  const theirs = await world.testing.request(`${url}.json`, { token });
  assert.equal(theirs.json<List>().total_count, 0);
  assert.equal((await world.testing.request(`${url}/${made[0]?.id}.json`, { token })).status, 404);
});

test("a link is read by people who could have asked for it, and by no others; a failure by all", async () => {
  const { browser } = world.shop.owner;
  const asked = ["read_orders", "read_fulfillments"];
  const narrow = (role: string, scopes: readonly string[]) =>
    world.testing.database.query("update memberships set role = $2, scopes = $3 where store_id = $1", [
      world.shop.id,
      role,
      scopes,
    ]);
  const read = async (id: number | undefined) => {
    const url = `${world.shop.host_url}/api/4.0/fulfillment_requests`;
    const one = await browser.call("GET", `${url}/${id}.json`);
    const all = await browser.call("GET", `${url}.json?ids=${id}`);
    assert.ok(Check(operations.getFulfillmentRequest.answer, one.json()), one.text);
    const shown = one.json<{ fulfillment_request: ShownRequest }>().fulfillment_request;
    assert.deepEqual(all.json<List>().fulfillment_requests, [shown]);
    return [shown.status, shown.answer, shown.error];
  };
  const failed = [made[3]?.status, null, made[3]?.error];
  await narrow("staff", asked);
  assert.deepEqual([await read(made[0]?.id), await read(made[3]?.id)], [["linked", null, null], failed]);
  await narrow("staff", [...asked, "write_fulfillments"]);
  assert.deepEqual(await read(made[0]?.id), ["linked", null, null]);
  await narrow("staff", [...asked, "write_fulfillments", "write_orders"]);
  assert.deepEqual(await read(made[0]?.id), ["linked", made[0]?.answer, null]);
  await narrow("owner", []);
});

test("they are found by order, state, topic and app, and walked by cursor", async () => {
  const [first, second] = world.orders;
  assert.deepEqual(await listed(`order_ids=${first}`), ids(0, 3));
  assert.deepEqual(await listed(`order_ids=${first},${second}&topic=fulfillment/single`), ids(0, 1));
  assert.deepEqual(await listed("status=failed"), ids(3));
  assert.deepEqual(await listed(`app_handle=${other.app.handle}`), []);
  assert.deepEqual(await listed("sort=created_at.desc&limit=1"), ids(3));
  const walk: number[] = [];
  let cursor = "";
  do {
    const answer = (await world.api(`${path}.json?limit=3${cursor}`)).json<List>();
    walk.push(...answer.fulfillment_requests.map(({ id }) => id));
    cursor = answer.next_cursor === null ? "" : `&cursor=${answer.next_cursor}`;
  } while (cursor !== "");
  assert.deepEqual(walk, ids(0, 1, 2, 3));
});

test("without the scope of fulfillments nothing is read", async () => {
  const narrow = await world.another();
  const shop = await seedShop(world.testing);
  const { token } = await installApp(world.testing, { shop, app: narrow.app, scopes: ["read_orders"] });
  const answer = await world.testing.request(`${shop.origin}/api${path}.json`, { token });
  assert.equal(answer.status, 403);
  assert.equal(
    answer.json<{ error: { required_scope: string } }>().error.required_scope,
    "read_fulfillments",
  );
});

test("FUL-2 the page of an answered link frames that link's origin alone, and nothing while its app is disabled", async () => {
  const { browser } = world.shop.owner;
  const policy = async (id: number | string | undefined): Promise<string> => {
    const page = await browser.open(`${world.shop.host_url}/fulfillment-requests/${id}`);
    assert.equal(page.status, 200, page.text);
    return String(page.headers["content-security-policy"]);
  };
  assert.match(await policy(made[0]?.id), /frame-src https:\/\/parcels\.dev;/);
  for (const id of [made[3]?.id, 999_999, "x"]) assert.match(await policy(id), /frame-src 'none'/);
  const set = "update installations set status = $2 where app_id = $1";
  await world.testing.database.query(set, [world.app.id, "disabled"]);
  assert.match(await policy(made[0]?.id), /frame-src 'none'/);
  await world.testing.database.query(set, [world.app.id, "enabled"]);
});

test("the link of an app that is disabled is shown to nobody until it is enabled again", async () => {
  const { owner, host_url } = world.shop;
  const installation = await installationOf(world.shop, other.app);
  const turn = async (to: "enable" | "disable") => {
    const url = `${host_url}/api/console/apps/${installation}/${to}.json`;
    assert.equal((await owner.browser.call("POST", url)).status, 200);
  };
  const read = async () => {
    const url = `${host_url}/api/4.0/fulfillment_requests/${made[4]?.id}.json`;
    return (await owner.browser.call("GET", url)).json<{ fulfillment_request: ShownRequest }>()
      .fulfillment_request.answer;
  };
  await turn("disable");
  assert.equal(await read(), null);
  await turn("enable");
  assert.deepEqual(await read(), made[4]?.answer);
});
