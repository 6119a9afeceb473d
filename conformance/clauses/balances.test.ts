import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createMerchant, createPartner } from "../people.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

interface Customer {
  id: number;
  total_credit: string;
  total_point: number;
  updated_at: string;
}

interface Line {
  id: number;
  change: string | number;
  resulting_credit?: string;
  resulting_point?: number;
  description: string;
  actor: { kind: string; id: string };
}

let fixture: ConformanceFixture;
let installed: Installed;
let reader: StoreApi;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  const [partner, merchant] = [await createPartner(fixture), await createMerchant(fixture)];
  const withScopes = async (scopes: readonly string[]) =>
    install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  installed = await withScopes(["read_customers", "write_customers"]);
  reader = (await withScopes(["read_customers"])).api;
  api = installed.api;
  await subscribe(installed, "customer/update");
});
after(() => fixture.close());

async function newCustomer(): Promise<Customer> {
  const customer = { first_name: "Aisyah", last_name: "Rahman" };
  return assertDone<{ customer: Customer }>(await api.post("/3.0/customers.json", { customer })).customer;
}

async function read(id: number): Promise<Customer> {
  return assertDone<{ customer: Customer }>(await api.get(`/3.0/customers/${id}.json`)).customer;
}

const buildPath = (id: number, rest: string): string => `/3.0/customers/${id}/${rest}.json`;

const adjustCredit = (
  id: number,
  adjustment_amount: string | number,
  description?: string,
): Promise<Answer> =>
  api.put(buildPath(id, "credits/adjust"), { adjustment_amount, ...(description && { description }) });

const adjustPoint = (id: number, value: number, description?: string): Promise<Answer> =>
  api.put(buildPath(id, "point/adjust"), { value, ...(description && { description }) });

interface History {
  credits: Line[];
  points: Line[];
  total_count: number;
  total_credit: string;
  total_point: number;
}

async function history(id: number, kind: "credits" | "points"): Promise<History> {
  return assertDone<History>(await api.get(`${buildPath(id, kind)}?limit=250`));
}

test("CUS-2: credit is added and deducted, and the history says what, why and by whom", async () => {
  const { id } = await newCustomer();
  const added = assertDone<{ credit: Pick<Customer, "total_credit"> }>(
    await adjustCredit(id, "12.50", "Returned a lamp"),
  );
  assert.equal(added.credit.total_credit, "12.50");
  assertDone(await adjustCredit(id, -2.25));
  assertDone(await api.put(buildPath(id, "credits/set"), { credit: { amount: "20" } }));
  const { credits, total_count, total_credit } = await history(id, "credits");
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
  assert.deepEqual(assertDone(await api.get(buildPath(id, "credits/count"))), { count: 3 });
  assert.equal((await read(id)).total_credit, "20.00");
});

test("CUS-2: points are added and deducted, and the history says what, why and by whom", async () => {
  const { id } = await newCustomer();
  const added = assertDone<{ point: Pick<Customer, "total_point"> }>(
    await adjustPoint(id, 120, "Order #1042"),
  );
  assert.equal(added.point.total_point, 120);
  assertDone(await adjustPoint(id, -20));
  const { points, total_count, total_point } = await history(id, "points");
  assert.deepEqual([total_count, total_point], [2, 100]);
  assert.deepEqual(
    points.map(({ change, resulting_point, description }) => [change, resulting_point, description]),
    [
      [120, 120, "Order #1042"],
      [-20, 100, ""],
    ],
  );
  assert.equal((await read(id)).total_point, 100);
});

test("CUS-2: a balance never goes below 0, and an invalid amount is rejected by name", async () => {
  const { id } = await newCustomer();
  assertDone(await adjustCredit(id, "1.00"));
  assertNamesFields(await adjustCredit(id, "-1.01"), "adjustment_amount");
  assertNamesFields(await adjustPoint(id, -1), "value");
  for (const wrong of [0, "0.00", "1.005", "much"])
    assertNamesFields(await adjustCredit(id, wrong), "adjustment_amount");
  for (const wrong of [0, 1.5]) assertNamesFields(await adjustPoint(id, wrong), "value");
  assertNamesFields(await api.put(buildPath(id, "credits/set"), { amount: "-1" }), "amount");
  const { total_credit, total_point } = await read(id);
  assert.deepEqual([total_credit, total_point], ["1.00", 0]);
});

test("CUS-2: concurrent changes are all kept, and no more is taken than there is", async () => {
  const { id } = await newCustomer();
  assertDone(await adjustCredit(id, "10.00"));
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? adjustCredit(id, "-1.00") : adjustPoint(id, 3))),
  );
  const rejected = answers.filter(({ status }) => status !== 200);
  for (const answer of rejected) assertNamesFields(answer, "adjustment_amount");
  assert.equal(rejected.length, 5);
  const { total_credit, total_point } = await read(id);
  assert.deepEqual([total_credit, total_point], ["0.00", 45]);
  const { credits } = await history(id, "credits");
  assert.equal(credits.length, 11);
  for (const [at, { change, resulting_credit }] of credits.entries())
    assert.equal(Number(resulting_credit), Number(credits[at - 1]?.resulting_credit ?? 0) + Number(change));
});

// Part of WHK-9 and WHK-14, too.
test("WHK-10: customer/update sends a changed balance in the customer, as fetched", async () => {
  const { id } = await newCustomer();
  assertDone(await adjustCredit(id, "7.00"));
  assertDone(await adjustPoint(id, 9));
  const request = await installed.app.receiver.received(({ headers, body }) => {
    if (headers["service-topic"] !== "customer/update") return false;
    const { customer } = JSON.parse(body.toString()) as { customer: Customer };
    return customer.id === id && customer.total_credit === "7.00" && customer.total_point === 9;
  }, 10_000);
  assert.deepEqual(parsePayload(request), { customer: await read(id) });
});

test("balances are changed with write_customers alone, of customers of the store alone", async () => {
  const { id } = await newCustomer();
  const rejected = await reader.put(buildPath(id, "point/adjust"), { value: 1 });
  assert.equal(assertRejected(rejected, 403, "scope_missing").required_scope, "write_customers");
  assertDone(await reader.get(buildPath(id, "points")));
  assertRejected(await adjustCredit(999_999_999, 1), 404, "not_found");
  assertRejected(await api.get(buildPath(999_999_999, "credits")), 404, "not_found");
});
