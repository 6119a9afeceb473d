import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { events, installationHistory, uninstalls } from "./sources.ts";

type Activity = OperationResponse<typeof operations.getActivity>["activity"];

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;

before(async () => {
  testing = await testPlatform();
  receiver = await recordingReceiver();
  store = await seedStore(testing, { products: 3, locations: 2 });
  // The seeded events are older than the period that is read, and the store's zone is ahead of UTC.
  await testing.database.query("update inventory_movements set created_at = created_at - interval '2 hours'");
  await testing.database.query("update stores set timezone = 'Asia/Kuala_Lumpur' where id = $1", [store.id]);
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { store, app }));
});
after(async () => {
  await receiver.stop();
  await testing.stop();
});

async function activity(days?: number, seededStore = store): Promise<Activity> {
  const query = days === undefined ? "" : `?days=${days}`;
  const answer = await seededStore.owner.browser.call(
    "GET",
    `${seededStore.host_url}/api/console/activity.json${query}`,
  );
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.getActivity.response, answer.json()), answer.text);
  return answer.json<{ activity: Activity }>().activity;
}

async function api(path: string, json: object): Promise<void> {
  const answer = await testing.request(`${store.origin}/api${path}`, { method: "PUT", token, json });
  assert.equal(answer.status, 200, answer.text);
}

async function console(method: string, path: string): Promise<void> {
  const answer = await store.owner.browser.call(method, `${store.host_url}/api/console${path}`);
  assert.equal(answer.status, 200, answer.text);
}

const kinds = ["stock", "products", "apps", "orders", "other"] as const;

function sums({ buckets }: Activity): Record<(typeof kinds)[number], number> {
  const total = { stock: 0, products: 0, apps: 0, orders: 0, other: 0 };
  for (const bucket of buckets) for (const kind of kinds) total[kind] += bucket[kind];
  return total;
}

const level = () => ({ variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[1]?.id ?? 0 });

test("events are counted by kind in the present bucket, and listed with their actors", async () => {
  await api("/4.0/inventory_levels/set.json", { ...level(), quantity: 7, reason: "stocktake" });
  const { product_id, id } = store.variants[1] ?? { product_id: 0, id: 0 };
  await api(`/3.0/products/${product_id}/variants.json`, { variants: [{ id, price: "9.90" }] });
  await api("/3.0/store.json", { phone: "123" });
  // Events are numbered a moment after the change.
  await eventually(async () => sums(await activity()).other === 1);

  const shown = await activity();
  assert.deepEqual([shown.days, shown.unit, shown.buckets.length], [7, "day", 7]);
  assert.deepEqual(sums(shown), {
    stock: 1 + store.variants.length * 2,
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
    ["other", "store/update", store.handle, who],
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
    ["app", "app/install", app.client_id, "account", store.owner.email],
  );
});

test("the movements of one request are one entry, and the totals are the store's", async () => {
  const { entries, totals } = await activity();
  const seeded = entries.filter(({ stock }) => stock?.reason === "opening stock");
  assert.deepEqual(
    seeded.map(({ stock }) => stock?.count),
    [store.variants.length * 2],
  );
  const row = await testing.database.one<{ units: number }>(
    "select sum(inventory_quantity)::int as units from inventory_levels where store_id = $1",
    [store.id],
  );
  assert.deepEqual(totals, {
    products: 3,
    variants: store.variants.length,
    units_in_stock: row.units,
    apps_enabled: 1,
  });
});

test("up to two days are shown by the hour, without a gap or any event outside of them", async () => {
  const { unit, buckets } = await activity(1);
  assert.deepEqual([unit, buckets.length], ["hour", 24]);
  const starts = buckets.map(({ start }) => Date.parse(start));
  assert.ok(starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) === 3_600_000));
  const [before, now] = buckets.slice(-2);
  assert.equal((before?.stock ?? 0) + (now?.stock ?? 0), 1, "the opening stock is two hours old");
  assert.equal((await activity(2)).buckets.length, 48);
  await testing.database.query(
    "update inventory_movements set created_at = created_at - interval '3 days' where reason = 'opening stock'",
  );
  assert.equal(sums(await activity(2)).stock, 1);
  assert.equal(sums(await activity(30)).stock, 1 + store.variants.length * 2);
});

test("disabling and uninstalling are listed, and a store sees only its own", async () => {
  const row = await testing.database.maybeOne<{ id: number }>(
    "select id from installations where store_id = $1 and status = 'enabled'",
    [store.id],
  );
  await console("POST", `/apps/${row?.id}/disable.json`);
  const disabled = await activity();
  assert.deepEqual([disabled.entries[0]?.topic, disabled.totals.apps_enabled], ["app/disable", 0]);
  await console("POST", `/apps/${row?.id}/enable.json`);
  await console("DELETE", `/apps/${row?.id}.json`);
  const [uninstalled] = (await activity()).entries;
  assert.deepEqual(
    [uninstalled?.topic, uninstalled?.client_id, uninstalled?.actor?.kind, uninstalled?.actor?.name],
    ["app/uninstall", app.client_id, "account", store.owner.email],
  );
  const other = await activity(90, await seedStore(testing));
  assert.deepEqual(
    [other.entries, sums(other)],
    [[], { stock: 0, products: 0, apps: 0, orders: 0, other: 0 }],
  );
  assert.deepEqual([other.unit, other.buckets.length], ["day", 90]);
  assert.ok(other.events_since > other.from, "events are kept 30 days");
});

/** Return the plan of a statement when sequential scans are disabled, since the tables are small. */
async function explain(text: string): Promise<string> {
  return testing.database.transaction(async (tx) => {
    await tx.query("set local enable_seqscan = off");
    const rows = await tx.many<{ "QUERY PLAN": string }>(`explain ${text}`, [store.id, new Date(0), true]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("stock events of a long log and other stores' installations are not read", async () => {
  const latest = await explain(
    `select * from ${events("array['product/create']")} where $3 order by r.created_at desc, r.sequence desc limit 50`,
  );
  assert.doesNotMatch(latest, /Sort Key|_pkey/, latest);
  for (const text of [
    `select 1 from ${events("array['product/create']")} where $3`,
    `select 1 from ${uninstalls} r where $3`,
  ]) {
    const plan = await explain(text);
    assert.ok(plan.includes("_store_id_created_at_sequence_idx") && !plan.includes("_pkey"), plan);
  }
  const history = await explain(`select 1 from ${installationHistory} where $3`);
  assert.ok(history.includes("installations_store"), history);
});

test("events of an order and its parts are listed with the order's number", async () => {
  const { browser } = store.owner;
  const url = `${store.host_url}/api/3.0/orders`;
  const body = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const made = await browser.call("POST", `${url}.json`, body);
  const { order } = made.json<{ order: { id: number; order_number: string } }>();
  await browser.call("POST", `${url}/${order.id}/fulfillments.json`, {});
  const orderEntries = await eventually(async () => {
    const { entries } = await activity();
    const of = (topic: string) => entries.find((entry) => entry.topic === topic);
    const both = [of("order/create"), of("fulfillment/create")];
    return both.every((entry) => entry !== undefined) ? both : false;
  });
  for (const entry of orderEntries)
    assert.deepEqual([entry?.kind, entry?.order_id, entry?.title], ["order", order.id, order.order_number]);
  const { orders, other } = sums(await activity());
  assert.ok(orders >= orderEntries.length && other === 1, `${orders} of orders, ${other} others`);
});

test("days are 1 to 90, and staff get nothing that they may not see", async () => {
  for (const days of ["0", "91", "x", "1.5"]) {
    const url = `${store.host_url}/api/console/activity.json?days=${days}`;
    const answer = await store.owner.browser.call("GET", url);
    assert.deepEqual([answer.status, readError(answer).fields?.[0]?.path], [422, "days"], days);
  }
  await testing.database.query("update memberships set role = 'staff' where store_id = $1", [store.id]);
  const shown = await activity();
  assert.deepEqual([sums(shown).stock, sums(shown).products], [0, 0]);
  const { apps_enabled, ...hidden } = shown.totals;
  assert.deepEqual(hidden, { products: null, variants: null, units_in_stock: null });
  assert.ok(shown.entries.length > 0 && shown.entries.every(({ kind }) => kind === "app"));
  const showsStoreUpdate = ({ entries }: Activity) => entries.some(({ topic }) => topic === "store/update");
  assert.deepEqual([showsStoreUpdate(shown), sums(shown).orders, sums(shown).other], [false, 0, 0]);
  const given = "update memberships set scopes = '{read_store}' where store_id = $1";
  await testing.database.query(given, [store.id]);
  assert.ok(showsStoreUpdate(await activity()));
});
