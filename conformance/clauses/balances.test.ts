import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createMerchant, createPartner } from "../people.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

interface Customer {
  id: number;
  total_credit: string;
  total_point: number;
  updated_at: string;
}

interface HistoryEntry {
  id: number;
  change: string | number;
  resulting_credit?: string;
  resulting_point?: number;
  description: string;
  actor: { kind: string; id: string };
}

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let readOnlyApi: StoreApi;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  const [partner, merchant] = [await createPartner(fixture), await createMerchant(fixture)];
  const installWithScopes = async (scopes: readonly string[]) =>
    installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  installedApp = await installWithScopes(["read_customers", "write_customers"]);
  readOnlyApi = (await installWithScopes(["read_customers"])).api;
  api = installedApp.api;
  await subscribe(installedApp, "customer/update");
});
after(() => fixture.close());

async function createCustomer(): Promise<Customer> {
  const customer = { first_name: "Aisyah", last_name: "Rahman" };
  return assertOk<{ customer: Customer }>(await api.post("/3.0/customers.json", { customer })).customer;
}

async function readCustomer(id: number): Promise<Customer> {
  return assertOk<{ customer: Customer }>(await api.get(`/3.0/customers/${id}.json`)).customer;
}

const buildPath = (id: number, subpath: string): string => `/3.0/customers/${id}/${subpath}.json`;

const adjustCredit = (
  id: number,
  adjustment_amount: string | number,
  description?: string,
): Promise<HttpResponse> =>
  api.put(buildPath(id, "credits/adjust"), { adjustment_amount, ...(description && { description }) });

const adjustPoint = (id: number, value: number, description?: string): Promise<HttpResponse> =>
  api.put(buildPath(id, "point/adjust"), { value, ...(description && { description }) });

interface History {
  credits: HistoryEntry[];
  points: HistoryEntry[];
  total_count: number;
  total_credit: string;
  total_point: number;
}

async function readHistory(id: number, kind: "credits" | "points"): Promise<History> {
  return assertOk<History>(await api.get(`${buildPath(id, kind)}?limit=250`));
}

test("CUS-2: the credit history lists each change with its description and actor", async () => {
  const { id } = await createCustomer();
  const { credit } = assertOk<{ credit: Pick<Customer, "total_credit"> }>(
    await adjustCredit(id, "12.50", "Returned a lamp"),
  );
  assert.equal(credit.total_credit, "12.50");
  assertOk(await adjustCredit(id, -2.25));
  assertOk(await api.put(buildPath(id, "credits/set"), { credit: { amount: "20" } }));
  const { credits, total_count, total_credit } = await readHistory(id, "credits");
  assert.deepEqual([total_count, total_credit], [3, "20.00"]);
  assert.deepEqual(
    credits.map(({ change, resulting_credit, description }) => [change, resulting_credit, description]),
    [
      ["12.50", "12.50", "Returned a lamp"],
      ["-2.25", "10.25", ""],
      ["9.75", "20.00", ""],
    ],
  );
  assert.ok(credits.every(({ actor }) => actor.kind === "app"));
  assert.deepEqual(assertOk(await api.get(buildPath(id, "credits/count"))), { count: 3 });
  assert.equal((await readCustomer(id)).total_credit, "20.00");
});

test("CUS-2: the points history lists each change with its description", async () => {
  const { id } = await createCustomer();
  const { point } = assertOk<{ point: Pick<Customer, "total_point"> }>(
    await adjustPoint(id, 120, "Order #1042"),
  );
  assert.equal(point.total_point, 120);
  assertOk(await adjustPoint(id, -20));
  const { points, total_count, total_point } = await readHistory(id, "points");
  assert.deepEqual([total_count, total_point], [2, 100]);
  assert.deepEqual(
    points.map(({ change, resulting_point, description }) => [change, resulting_point, description]),
    [
      [120, 120, "Order #1042"],
      [-20, 100, ""],
    ],
  );
  assert.equal((await readCustomer(id)).total_point, 100);
});

test("CUS-2: a balance change to below 0 or by an invalid amount gets a field error", async () => {
  const { id } = await createCustomer();
  assertOk(await adjustCredit(id, "1.00"));
  assertInvalidFields(await adjustCredit(id, "-1.01"), "adjustment_amount");
  assertInvalidFields(await adjustPoint(id, -1), "value");
  for (const invalidAmount of [0, "0.00", "1.005", "much"])
    assertInvalidFields(await adjustCredit(id, invalidAmount), "adjustment_amount");
  for (const invalidAmount of [0, 1.5]) assertInvalidFields(await adjustPoint(id, invalidAmount), "value");
  assertInvalidFields(await api.put(buildPath(id, "credits/set"), { amount: "-1" }), "amount");
  const { total_credit, total_point } = await readCustomer(id);
  assert.deepEqual([total_credit, total_point], ["1.00", 0]);
});

test("CUS-2: concurrent balance changes lose no update and do not overdraw the balance", async () => {
  const { id } = await createCustomer();
  assertOk(await adjustCredit(id, "10.00"));
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? adjustCredit(id, "-1.00") : adjustPoint(id, 3),
    ),
  );
  const rejectedResponses = responses.filter(({ status }) => status !== 200);
  for (const response of rejectedResponses) assertInvalidFields(response, "adjustment_amount");
  assert.equal(rejectedResponses.length, 5);
  const { total_credit, total_point } = await readCustomer(id);
  assert.deepEqual([total_credit, total_point], ["0.00", 45]);
  const { credits } = await readHistory(id, "credits");
  assert.equal(credits.length, 11);
  for (const [index, { change, resulting_credit }] of credits.entries())
    assert.equal(
      Number(resulting_credit),
      Number(credits[index - 1]?.resulting_credit ?? 0) + Number(change),
    );
});

// Also covers a part of WHK-9 and WHK-14.
test("WHK-10: customer/update sends the customer that the API returns, with new balances", async () => {
  const { id } = await createCustomer();
  assertOk(await adjustCredit(id, "7.00"));
  assertOk(await adjustPoint(id, 9));
  const request = await installedApp.app.receiver.waitForRequest(({ headers, body }) => {
    if (headers["service-topic"] !== "customer/update") return false;
    const { customer } = JSON.parse(body.toString()) as { customer: Customer };
    return customer.id === id && customer.total_credit === "7.00" && customer.total_point === 9;
  }, 10_000);
  assert.deepEqual(parsePayload(request), { customer: await readCustomer(id) });
});

test("changing a balance requires write_customers and an existing customer", async () => {
  const { id } = await createCustomer();
  const response = await readOnlyApi.put(buildPath(id, "point/adjust"), { value: 1 });
  assert.equal(assertRejected(response, 403, "scope_missing").required_scope, "write_customers");
  assertOk(await readOnlyApi.get(buildPath(id, "points")));
  assertRejected(await adjustCredit(999_999_999, 1), 404, "not_found");
  assertRejected(await api.get(buildPath(999_999_999, "credits")), 404, "not_found");
});
