import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { buildEventsSource, installationHistorySource, uninstallsSource } from "./sources.ts";

type Activity = OperationResponse<typeof operations.getActivity>["activity"];

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;

before(async () => {
  testPlatform = await startTestPlatform();
  receiver = await startRecordingReceiver();
  store = await seedStore(testPlatform, { products: 3, locations: 2 });
  // The opening stock becomes two hours older than the events of the tests, and the store's time zone is ahead of UTC.
  await testPlatform.database.query(
    "update inventory_movements set created_at = created_at - interval '2 hours'",
  );
  await testPlatform.database.query("update stores set timezone = 'Asia/Kuala_Lumpur' where id = $1", [
    store.id,
  ]);
  app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
});
after(async () => {
  await receiver.stop();
  await testPlatform.stop();
});

async function loadActivity(days?: number, seededStore = store): Promise<Activity> {
  const query = days === undefined ? "" : `?days=${days}`;
  const response = await seededStore.owner.browser.call(
    "GET",
    `${seededStore.host_url}/api/console/activity.json${query}`,
  );
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(operations.getActivity.response, response.json()), response.text);
  return response.json<{ activity: Activity }>().activity;
}

async function putOk(path: string, json: object): Promise<void> {
  const response = await testPlatform.request(`${store.origin}/api${path}`, { method: "PUT", token, json });
  assert.equal(response.status, 200, response.text);
}

async function callConsoleOk(method: string, path: string): Promise<void> {
  const response = await store.owner.browser.call(method, `${store.host_url}/api/console${path}`);
  assert.equal(response.status, 200, response.text);
}

const kinds = ["stock", "products", "apps", "orders", "other"] as const;

/** Add up the counts of all buckets for each kind. */
function sumBuckets({ buckets }: Activity): Record<(typeof kinds)[number], number> {
  const sums = { stock: 0, products: 0, apps: 0, orders: 0, other: 0 };
  for (const bucket of buckets) for (const kind of kinds) sums[kind] += bucket[kind];
  return sums;
}

const getSecondLevel = () => ({
  variant_id: store.variants[0]?.id ?? 0,
  location_id: store.locations[1]?.id ?? 0,
});

test("a store's activity counts new events by kind and lists them with their actors", async () => {
  await putOk("/4.0/inventory_levels/set.json", { ...getSecondLevel(), quantity: 7, reason: "stocktake" });
  const { product_id, id } = store.variants[1] ?? { product_id: 0, id: 0 };
  await putOk(`/3.0/products/${product_id}/variants.json`, { variants: [{ id, price: "9.90" }] });
  await putOk("/3.0/store.json", { phone: "123" });
  // An event is listed only when it has its number, which it gets shortly after the change.
  await eventually(async () => sumBuckets(await loadActivity()).other === 1);

  const currentActivity = await loadActivity();
  const { days, unit, buckets } = currentActivity;
  assert.deepEqual([days, unit, buckets.length], [7, "day", 7]);
  assert.deepEqual(sumBuckets(currentActivity), {
    stock: 1 + store.variants.length * 2,
    products: 1,
    apps: 1,
    orders: 0,
    other: 1,
  });
  const today = buckets.at(-1);
  assert.match(today?.start ?? "", /T00:00:00\.000\+08:00$/);
  const [storeEntry, productEntry, stockEntry, installEntry] = currentActivity.entries;
  const actor = { kind: "app", id: app.handle, name: stockEntry?.actor?.name ?? null };
  assert.deepEqual(
    [storeEntry?.kind, storeEntry?.topic, storeEntry?.title, storeEntry?.actor],
    ["other", "store/update", store.handle, actor],
  );
  assert.deepEqual(
    [productEntry?.kind, productEntry?.product_id, productEntry?.actor],
    ["product", product_id, actor],
  );
  assert.ok(productEntry?.title?.startsWith("Seeded product ") && (productEntry.sequence ?? 0) > 0);
  assert.deepEqual(
    [
      stockEntry?.kind,
      stockEntry?.resource_id,
      stockEntry?.stock?.resulting_quantity,
      stockEntry?.stock?.location_name,
      stockEntry?.stock?.reason,
    ],
    ["stock", getSecondLevel().variant_id, 7, "Place 2", "stocktake"],
  );
  assert.ok(stockEntry?.actor?.name?.startsWith("App "));
  assert.deepEqual(
    [
      installEntry?.kind,
      installEntry?.topic,
      installEntry?.client_id,
      installEntry?.actor?.kind,
      installEntry?.actor?.name,
    ],
    ["app", "app/install", app.client_id, "account", store.owner.email],
  );
});

test("a store's activity has one entry for all stock changes of a request", async () => {
  const { entries } = await loadActivity();
  const openingStockEntries = entries.filter(({ stock }) => stock?.reason === "opening stock");
  assert.deepEqual(
    openingStockEntries.map(({ stock }) => stock?.count),
    [store.variants.length * 2],
  );
});

test("a store's activity has the total numbers of products, variants, units in stock and enabled apps", async () => {
  const { totals } = await loadActivity();
  const row = await testPlatform.database.one<{ units: number }>(
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

test("a store's activity of up to two days is counted by hour, without older events", async () => {
  const { unit, buckets } = await loadActivity(1);
  assert.deepEqual([unit, buckets.length], ["hour", 24]);
  const starts = buckets.map(({ start }) => Date.parse(start));
  assert.ok(starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) === 3_600_000));
  const [previousHour, currentHour] = buckets.slice(-2);
  assert.equal(
    (previousHour?.stock ?? 0) + (currentHour?.stock ?? 0),
    1,
    "the opening stock is two hours old",
  );
  assert.equal((await loadActivity(2)).buckets.length, 48);
  await testPlatform.database.query(
    "update inventory_movements set created_at = created_at - interval '3 days' where reason = 'opening stock'",
  );
  assert.equal(sumBuckets(await loadActivity(2)).stock, 1);
  assert.equal(sumBuckets(await loadActivity(30)).stock, 1 + store.variants.length * 2);
});

test("disabling and uninstalling an app are listed only in the activity of the app's store", async () => {
  const row = await testPlatform.database.maybeOne<{ id: number }>(
    "select id from installations where store_id = $1 and status = 'enabled'",
    [store.id],
  );
  await callConsoleOk("POST", `/apps/${row?.id}/disable.json`);
  const activityAfterDisabling = await loadActivity();
  assert.deepEqual(
    [activityAfterDisabling.entries[0]?.topic, activityAfterDisabling.totals.apps_enabled],
    ["app/disable", 0],
  );
  await callConsoleOk("POST", `/apps/${row?.id}/enable.json`);
  await callConsoleOk("DELETE", `/apps/${row?.id}.json`);
  const [uninstallEntry] = (await loadActivity()).entries;
  assert.deepEqual(
    [
      uninstallEntry?.topic,
      uninstallEntry?.client_id,
      uninstallEntry?.actor?.kind,
      uninstallEntry?.actor?.name,
    ],
    ["app/uninstall", app.client_id, "account", store.owner.email],
  );
  const otherActivity = await loadActivity(90, await seedStore(testPlatform));
  assert.deepEqual(
    [otherActivity.entries, sumBuckets(otherActivity)],
    [[], { stock: 0, products: 0, apps: 0, orders: 0, other: 0 }],
  );
  assert.deepEqual([otherActivity.unit, otherActivity.buckets.length], ["day", 90]);
  assert.ok(otherActivity.events_since > otherActivity.from, "events are kept for 30 days");
});

/** Return the plan of a statement. Sequential scans are disabled, because PostgreSQL would otherwise use them for small tables. */
async function explain(text: string): Promise<string> {
  return testPlatform.database.transaction(async (tx) => {
    await tx.query("set local enable_seqscan = off");
    const rows = await tx.many<{ "QUERY PLAN": string }>(`explain ${text}`, [store.id, new Date(0), true]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("the statements of a store's activity use indexes, so they read no stock events and no events of other stores", async () => {
  const latestEventsPlan = await explain(
    `select * from ${buildEventsSource("array['product/create']")} where $3 order by r.created_at desc, r.sequence desc limit 50`,
  );
  assert.doesNotMatch(latestEventsPlan, /Sort Key|_pkey/, latestEventsPlan);
  for (const text of [
    `select 1 from ${buildEventsSource("array['product/create']")} where $3`,
    `select 1 from ${uninstallsSource} r where $3`,
  ]) {
    const plan = await explain(text);
    assert.ok(plan.includes("_store_id_created_at_sequence_idx") && !plan.includes("_pkey"), plan);
  }
  const historyPlan = await explain(`select 1 from ${installationHistorySource} where $3`);
  assert.ok(historyPlan.includes("installations_store"), historyPlan);
});

test("a store's activity lists events of an order and of its fulfillments with the order's number", async () => {
  const { browser } = store.owner;
  const url = `${store.host_url}/api/3.0/orders`;
  const body = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const createResponse = await browser.call("POST", `${url}.json`, body);
  const { order } = createResponse.json<{ order: { id: number; order_number: string } }>();
  await browser.call("POST", `${url}/${order.id}/fulfillments.json`, {});
  const orderEntries = await eventually(async () => {
    const { entries } = await loadActivity();
    const findByTopic = (topic: string) => entries.find((entry) => entry.topic === topic);
    const bothEntries = [findByTopic("order/create"), findByTopic("fulfillment/create")];
    return bothEntries.every((entry) => entry !== undefined) ? bothEntries : false;
  });
  for (const entry of orderEntries)
    assert.deepEqual([entry?.kind, entry?.order_id, entry?.title], ["order", order.id, order.order_number]);
  const { orders, other } = sumBuckets(await loadActivity());
  assert.ok(
    orders >= orderEntries.length && other === 1,
    `${orders} events of orders, ${other} other events`,
  );
});

test("a store's activity covers 1 to 90 days", async () => {
  for (const days of ["0", "91", "x", "1.5"]) {
    const url = `${store.host_url}/api/console/activity.json?days=${days}`;
    const response = await store.owner.browser.call("GET", url);
    assert.deepEqual([response.status, readError(response).fields?.[0]?.path], [422, "days"], days);
  }
});

test("a store's activity shows a member only what the member may see", async () => {
  await testPlatform.database.query(
    "update memberships set role = 'custom', rights = '{reports.view}' where store_id = $1",
    [store.id],
  );
  const memberActivity = await loadActivity();
  const { stock, products, orders, other } = sumBuckets(memberActivity);
  assert.deepEqual([stock, products], [0, 0]);
  const { apps_enabled, ...productTotals } = memberActivity.totals;
  assert.deepEqual(productTotals, { products: null, variants: null, units_in_stock: null });
  assert.ok(memberActivity.entries.length > 0 && memberActivity.entries.every(({ kind }) => kind === "app"));
  const hasStoreUpdate = ({ entries }: Activity) => entries.some(({ topic }) => topic === "store/update");
  assert.deepEqual([hasStoreUpdate(memberActivity), orders, other], [false, 0, 0]);
  const updateText = "update memberships set rights = '{reports.view,settings.view}' where store_id = $1";
  await testPlatform.database.query(updateText, [store.id]);
  assert.ok(hasStoreUpdate(await loadActivity()));
});

test("only people who may view stock see changes of stock in a store's activity", async () => {
  const setRights = (rights: string) =>
    testPlatform.database.query("update memberships set role = 'custom', rights = $2 where store_id = $1", [
      store.id,
      rights,
    ]);
  await setRights("{reports.view,products.view}");
  const activityWithoutStock = await loadActivity();
  assert.equal(sumBuckets(activityWithoutStock).stock, 0);
  assert.ok(activityWithoutStock.entries.every(({ kind }) => kind !== "stock"));
  assert.equal(typeof activityWithoutStock.totals.units_in_stock, "number");
  await setRights("{reports.view,products.view,stock.view}");
  const activityWithStock = await loadActivity();
  assert.ok(sumBuckets(activityWithStock).stock > 0);
  assert.ok(activityWithStock.entries.some(({ kind }) => kind === "stock"));
});
