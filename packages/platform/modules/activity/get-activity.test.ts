import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, operations } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { errorOf } from "../../http/testing/shop-api.ts";
import { events, installationHistory, uninstalls } from "./sources.ts";

type Activity = AnswerOf<typeof operations.getActivity>["activity"];

let testing: TestPlatform;
let receiver: RecordingReceiver;
let shop: SeededShop;
let app: SeededApp;
let token: string;

before(async () => {
  testing = await testPlatform();
  receiver = await recordingReceiver();
  shop = await seedShop(testing, { products: 3, locations: 2 });
  // What was seeded is older than what is looked at, and the shop lives ahead of UTC.
  await testing.database.query("update inventory_movements set created_at = created_at - interval '2 hours'");
  await testing.database.query("update stores set timezone = 'Asia/Kuala_Lumpur' where id = $1", [shop.id]);
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { shop, app }));
});
after(async () => {
  await receiver.stop();
  await testing.stop();
});

async function activity(days?: number, of = shop): Promise<Activity> {
  const query = days === undefined ? "" : `?days=${days}`;
  const answer = await of.owner.browser.call("GET", `${of.host_url}/api/console/activity.json${query}`);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.getActivity.answer, answer.json()), answer.text);
  return answer.json<{ activity: Activity }>().activity;
}

async function api(path: string, json: object): Promise<void> {
  const answer = await testing.request(`${shop.origin}/api${path}`, { method: "PUT", token, json });
  assert.equal(answer.status, 200, answer.text);
}

async function console(method: string, path: string): Promise<void> {
  const answer = await shop.owner.browser.call(method, `${shop.host_url}/api/console${path}`);
  assert.equal(answer.status, 200, answer.text);
}

const kinds = ["stock", "products", "apps", "orders", "other"] as const;

function sums({ buckets }: Activity): Record<(typeof kinds)[number], number> {
  const total = { stock: 0, products: 0, apps: 0, orders: 0, other: 0 };
  for (const bucket of buckets) for (const kind of kinds) total[kind] += bucket[kind];
  return total;
}

const level = () => ({ variant_id: shop.variants[0]?.id ?? 0, location_id: shop.locations[1]?.id ?? 0 });

test("what happens is counted by its kind in the present bucket, and told with who did it", async () => {
  await api("/4.0/inventory_levels/set.json", { ...level(), quantity: 7, reason: "stocktake" });
  const { product_id, id } = shop.variants[1] ?? { product_id: 0, id: 0 };
  await api(`/3.0/products/${product_id}/variants.json`, { variants: [{ id, price: "9.90" }] });
  await api("/3.0/store.json", { phone: "123" });
  // Events are numbered a moment after the change.
  await eventually(async () => sums(await activity()).other === 1);

  const shown = await activity();
  assert.deepEqual([shown.days, shown.unit, shown.buckets.length], [7, "day", 7]);
  assert.deepEqual(sums(shown), {
    stock: 1 + shop.variants.length * 2,
    products: 1,
    apps: 1,
    orders: 0,
    other: 1,
  });
  const today = shown.buckets.at(-1);
  assert.match(today?.start ?? "", /T00:00:00\.000\+08:00$/);
  const [settings, changed, moved, installed] = shown.entries;
  const who = { kind: "app", id: app.handle, name: moved?.actor?.name ?? null };
  assert.deepEqual(
    [settings?.kind, settings?.topic, settings?.title, settings?.actor],
    ["other", "store/update", shop.handle, who],
  );
  assert.deepEqual([changed?.kind, changed?.product_id, changed?.actor], ["product", product_id, who]);
  assert.ok(changed?.title?.startsWith("Seeded product ") && (changed.sequence ?? 0) > 0);
  assert.deepEqual(
    [
      moved?.kind,
      moved?.resource_id,
      moved?.stock?.resulting_quantity,
      moved?.stock?.location_name,
      moved?.stock?.reason,
    ],
    ["stock", level().variant_id, 7, "Place 2", "stocktake"],
  );
  assert.ok(moved?.actor?.name?.startsWith("App "));
  assert.deepEqual(
    [installed?.kind, installed?.topic, installed?.client_id, installed?.actor?.kind, installed?.actor?.name],
    ["app", "app/install", app.client_id, "account", shop.owner.email],
  );
});

test("what one request moved is one entry, and the totals are the shop's", async () => {
  const { entries, totals } = await activity();
  const seeded = entries.filter(({ stock }) => stock?.reason === "opening stock");
  assert.deepEqual(
    seeded.map(({ stock }) => stock?.count),
    [shop.variants.length * 2],
  );
  const { rows } = await testing.database.query<{ units: number }>(
    "select sum(inventory_quantity)::int as units from inventory_levels where store_id = $1",
    [shop.id],
  );
  assert.deepEqual(totals, {
    products: 3,
    variants: shop.variants.length,
    units_in_stock: rows[0]?.units,
    apps_enabled: 1,
  });
});

test("up to two days are told by the hour, without a gap, and only what lies in them", async () => {
  const { unit, buckets } = await activity(1);
  assert.deepEqual([unit, buckets.length], ["hour", 24]);
  const starts = buckets.map(({ start }) => Date.parse(start));
  assert.ok(starts.every((start, at) => at === 0 || start - (starts[at - 1] ?? 0) === 3_600_000));
  const [before, now] = buckets.slice(-2);
  assert.equal((before?.stock ?? 0) + (now?.stock ?? 0), 1, "the opening stock is two hours old");
  assert.equal((await activity(2)).buckets.length, 48);
  await testing.database.query(
    "update inventory_movements set created_at = created_at - interval '3 days' where reason = 'opening stock'",
  );
  assert.equal(sums(await activity(2)).stock, 1);
  assert.equal(sums(await activity(30)).stock, 1 + shop.variants.length * 2);
});

test("disabling and uninstalling are told, and a shop sees its own alone", async () => {
  const { rows } = await testing.database.query<{ id: number }>(
    "select id from installations where store_id = $1 and status = 'enabled'",
    [shop.id],
  );
  await console("POST", `/apps/${rows[0]?.id}/disable.json`);
  const disabled = await activity();
  assert.deepEqual([disabled.entries[0]?.topic, disabled.totals.apps_enabled], ["app/disable", 0]);
  await console("POST", `/apps/${rows[0]?.id}/enable.json`);
  await console("DELETE", `/apps/${rows[0]?.id}.json`);
  const [gone] = (await activity()).entries;
  assert.deepEqual(
    [gone?.topic, gone?.client_id, gone?.actor?.kind, gone?.actor?.name],
    ["app/uninstall", app.client_id, "account", shop.owner.email],
  );
  const other = await activity(90, await seedShop(testing));
  assert.deepEqual(
    [other.entries, sums(other)],
    [[], { stock: 0, products: 0, apps: 0, orders: 0, other: 0 }],
  );
  assert.deepEqual([other.unit, other.buckets.length], ["day", 90]);
  assert.ok(other.events_since > other.from, "events are kept 30 days");
});

/** How a statement is read when no table is so small that reading all of it is quickest. */
async function planOf(text: string): Promise<string> {
  return testing.database.transaction(async (tx) => {
    await tx.query("set local enable_seqscan = off");
    const { rows } = await tx.query<{ "QUERY PLAN": string }>(`explain ${text}`, [
      shop.id,
      new Date(0),
      true,
    ]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("neither the stock's share of a long log nor other shops' installations are read", async () => {
  const latest = await planOf(
    `select * from ${events("array['product/create']")} where $3 order by r.created_at desc, r.sequence desc limit 50`,
  );
  assert.doesNotMatch(latest, /Sort Key|_pkey/, latest);
  for (const text of [
    `select 1 from ${events("array['product/create']")} where $3`,
    `select 1 from ${uninstalls} r where $3`,
  ]) {
    const plan = await planOf(text);
    assert.ok(plan.includes("_store_id_created_at_sequence_idx") && !plan.includes("_pkey"), plan);
  }
  const history = await planOf(`select 1 from ${installationHistory} where $3`);
  assert.ok(history.includes("installations_store"), history);
});

test("what happens to an order is told by its number, and so is what belongs to it", async () => {
  const { browser } = shop.owner;
  const url = `${shop.host_url}/api/3.0/orders`;
  const body = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const made = await browser.call("POST", `${url}.json`, body);
  const { order } = made.json<{ order: { id: number; order_number: string } }>();
  await browser.call("POST", `${url}/${order.id}/fulfillments.json`, {});
  const told = await eventually(async () => {
    const { entries } = await activity();
    const of = (topic: string) => entries.find((entry) => entry.topic === topic);
    const both = [of("order/create"), of("fulfillment/create")];
    return both.every((entry) => entry !== undefined) ? both : false;
  });
  for (const entry of told)
    assert.deepEqual([entry?.kind, entry?.order_id, entry?.title], ["order", order.id, order.order_number]);
  const { orders, other } = sums(await activity());
  assert.ok(orders >= told.length && other === 1, `${orders} of orders, ${other} others`);
});

test("days are 1 to 90, and staff are told nothing of what they may not see", async () => {
  for (const days of ["0", "91", "x", "1.5"]) {
    const url = `${shop.host_url}/api/console/activity.json?days=${days}`;
    const answer = await shop.owner.browser.call("GET", url);
    assert.deepEqual([answer.status, errorOf(answer).fields?.[0]?.path], [422, "days"], days);
  }
  await testing.database.query("update memberships set role = 'staff' where store_id = $1", [shop.id]);
  const shown = await activity();
  assert.deepEqual([sums(shown).stock, sums(shown).products], [0, 0]);
  const { apps_enabled, ...hidden } = shown.totals;
  assert.deepEqual(hidden, { products: null, variants: null, units_in_stock: null });
  assert.ok(shown.entries.length > 0 && shown.entries.every(({ kind }) => kind === "app"));
  const isTold = ({ entries }: Activity) => entries.some(({ topic }) => topic === "store/update");
  assert.deepEqual([isTold(shown), sums(shown).orders, sums(shown).other], [false, 0, 0]);
  const given = "update memberships set scopes = '{read_store}' where store_id = $1";
  await testing.database.query(given, [shop.id]);
  assert.ok(isTold(await activity()));
});
