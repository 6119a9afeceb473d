import { type FieldError, type operations, refuse, refuseField } from "@souk/contract";
import type { Queryable, Statement, Transaction } from "@souk/database";
import type { EventDraft } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { lockCustomer } from "../../customers/index.ts";
import { openLevels, type TakenUnits } from "../../inventory/index.ts";
import { buyerMoves } from "../buyer-moves.ts";
import type { OrderDesk } from "../order-desk.ts";
import { orderFacts } from "../order-facts.ts";
import type { Order } from "../order-rows.ts";
import { attributedLocations } from "../read-details.ts";
import { allocateOrder, takenUnits, withFulfillmentOrders } from "./allocate-order.ts";
import { currencyOf, customerField, draftOrder } from "./new-order.ts";
import { type PlacedRow, placeValues } from "./place-statement.ts";
import type { PlacingDesk } from "./placing-desk.ts";
import { type OrderPlan, readPlan } from "./read-plan.ts";

/** What placing knows of its call. */
export type PlacingCall = Pick<
  Call<typeof operations.createOrder>,
  "store" | "actor" | "request_id" | "body"
>;

// Between the plan and the statement others may take the last units; this often is met by a rush for a variant at many places.
const mostTries = 20;
const mostFaults = 20;

function planFor({ store, body }: PlacingCall, customer_id: number | null) {
  const { line_items, transactions = [], shipping_fees = [], location_id = null } = body;
  return {
    variant_ids: [...new Set(line_items.flatMap(({ variant_id }) => variant_id ?? []))],
    location_ids: [...attributedLocations(body), ...(location_id === null ? [] : [location_id])],
    currency_code: currencyOf(store, body),
    customer_id,
    lines: line_items.length,
    transactions: transactions.length,
    fees: shipping_fees.length,
  };
}

function draftsOf(
  { facts }: OrderDesk,
  { store }: PlacingCall,
  { order, text, buys }: { order: Order; text: string; buys: boolean },
): EventDraft[] {
  const { id, customer_id } = order.order;
  const told = [...(["order_created"] as const), ...orderFacts(null, order)];
  return [
    ...told.flatMap((fact) => facts.draftsOf(store, fact, { id, text })),
    ...(buys && customer_id !== null ? facts.draftsOf(store, "customer_changed", { customer_id }) : []),
  ];
}

function missingLevels(plan: OrderPlan, units: readonly TakenUnits[]): TakenUnits[] {
  const known = new Set(plan.levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`));
  return units.filter(({ variant_id, location_id }) => !known.has(`${variant_id} ${location_id}`));
}

interface Taking {
  store: Store;
  statement: Statement;
  values: unknown[];
  /** Null: no customer is moved by it. */
  customerId: number | null;
  /** Levels that the order is the first to take from. */
  missing: readonly TakenUnits[];
}

/** Runs the statement that places an order; levels are opened with an order that is placed, and with no other, behind its customer. */
async function take(
  { database }: OrderDesk,
  run: Queryable,
  { store, statement, values, customerId, missing }: Taking,
): Promise<PlacedRow | undefined> {
  const place = async (on: Queryable) => (await on.query<PlacedRow>(statement, values)).rows[0];
  if (missing.length === 0) return place(run);
  const open = async (tx: Transaction) => {
    await tx.query("savepoint opening_levels");
    if (customerId !== null) await lockCustomer(tx, store, customerId);
    await openLevels(tx, store, missing);
    const row = await place(tx);
    await tx.query(`${row?.taken ? "release" : "rollback to"} savepoint opening_levels`);
    return row;
  };
  return "isTransaction" in run ? open(run as Transaction) : database.transaction(open, { repeatable: true });
}

function requireBuyer(
  { body }: PlacingCall,
  { taken, has_credit, has_points }: PlacedRow,
  order: Order,
): void {
  if (taken || order.order.customer_id === null) return;
  if (has_credit === null) refuseField(customerField(body), "is no customer of this store");
  const of = (type: string) => order.transactions.findIndex(({ gateway_type }) => gateway_type === type);
  if (!has_credit)
    refuseField(`transactions.${of("credit")}.amount`, "is more than the customer's store credit");
  if (!has_points)
    refuseField(`transactions.${of("point")}.points`, "is more than the customer's loyalty points");
}

/**
 * Places an order (ORD-4): its rows, its stock, its customer and what is told in one statement, or nothing at all. Levels that it
 * is the first to take from are opened in that statement's transaction.
 * @param number of the order, drawn for it
 * @param customerId whose order it is
 * @throws Refusal invalid naming each field and line that is wrong, also those that stock is too small for
 */
export async function placeOrder(
  desk: PlacingDesk,
  run: Queryable,
  { call, number, customerId }: { call: PlacingCall; number: number; customerId: number | null },
): Promise<JsonText> {
  const { store, actor } = call;
  const token = desk.random(16);
  for (let tries = 1; tries <= mostTries; tries++) {
    const plan = await readPlan(run, store, planFor(call, customerId));
    const faults: FieldError[] = [];
    const drafted = draftOrder(
      { store, actor, input: call.body, plan, customerId, customer: plan.customer, token },
      faults,
    );
    const allocated = faults.length > 0 ? { allocations: [], faults } : allocateOrder(drafted, plan);
    if (allocated.faults.length > 0) refuse("invalid", { fields: allocated.faults.slice(0, mostFaults) });
    const { allocations } = allocated;
    const placed = await withFulfillmentOrders(run, plan, { order: drafted.order, allocations });
    const order = { ...placed, order: { ...placed.order, number } };
    const text = desk.documents.text(store, order);
    const units = takenUnits(drafted, allocations);
    const [move = null] = buyerMoves(null, order);
    const drafts = draftsOf(desk, call, { order, text, buys: move !== null });
    const { kind, values } = placeValues(desk, { store, cause: call, order, text, units, move, drafts });
    const statement = desk.statements(kind);
    const missing = missingLevels(plan, units);
    const taking = { store, statement, values, customerId: move?.customer_id ?? null, missing };
    const row = await take(desk, run, taking);
    if (row?.taken) return recordText("order", text);
    if (row && !row.short) requireBuyer(call, row, order);
  }
  return refuse("unavailable", { retry_after_s: 1 });
}
