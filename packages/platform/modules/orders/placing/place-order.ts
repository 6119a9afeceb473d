import { type FieldError, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable, Statement, Transaction } from "@souk/database";
import { type EventRow, eventRows } from "../../../infrastructure/events/publish.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { lockCustomer } from "../../customers/index.ts";
import { openLevels, type TakenUnits } from "../../inventory/index.ts";
import { buildBuyerMoves } from "../buyer-moves.ts";
import type { Order } from "../order-rows.ts";
import { listOrderTopics } from "../order-topics.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { listAttributedLocations } from "../read-details.ts";
import { addFulfillmentOrders, allocateOrder, listTakenUnits } from "./allocate-order.ts";
import { draftOrder, getCurrency, getCustomerField } from "./new-order.ts";
import { buildPlaceValues, type PlacedRow } from "./place-statement.ts";
import type { PlacingDeps } from "./placing-deps.ts";
import { loadPlan, type OrderPlan } from "./read-plan.ts";

/** The fields of a call that placing an order needs. */
export type PlacingCall = Pick<
  Call<typeof operations.createOrder>,
  "store" | "actor" | "request_id" | "body"
>;

// Others may take the last units between plan and statement. A rush for a variant at many locations needs this many attempts.
const maxAttempts = 20;
const maxErrors = 20;

function buildPlanQuery({ store, body }: PlacingCall, customer_id: number | null) {
  const { line_items, transactions = [], shipping_fees = [], location_id = null } = body;
  return {
    variant_ids: [...new Set(line_items.flatMap(({ variant_id }) => variant_id ?? []))],
    location_ids: [...listAttributedLocations(body), ...(location_id === null ? [] : [location_id])],
    currency_code: getCurrency(store, body),
    customer_id,
    lines: line_items.length,
    transactions: transactions.length,
    fees: shipping_fees.length,
  };
}

function buildPlacedEvents(order: Order, text: string, movesCustomer: boolean): EventRow[] {
  const { id, customer_id } = order.order;
  const topics = ["order/create", ...listOrderTopics(null, order)] as const;
  return [
    ...topics.flatMap((topic) => eventRows(topic, [{ id, snapshot: text }])),
    ...(movesCustomer && customer_id !== null
      ? eventRows("customer/update", [{ id: customer_id, snapshot: null }])
      : []),
  ];
}

function findMissingLevels(plan: OrderPlan, units: readonly TakenUnits[]): TakenUnits[] {
  const known = new Set(plan.levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`));
  return units.filter(({ variant_id, location_id }) => !known.has(`${variant_id} ${location_id}`));
}

interface Placement {
  store: Store;
  statement: Statement;
  values: unknown[];
  /** The id of the customer whose statistics the order changes; null if none. */
  customerId: number | null;
  /** Inventory levels that do not exist yet. */
  missing: readonly TakenUnits[];
}

/**
 * Run the statement that places an order. Missing levels are created in the same transaction, after the customer
 * is locked, and only if the order is placed.
 */
async function runPlacement(
  { database }: OrdersDeps,
  db: Queryable,
  { store, statement, values, customerId, missing }: Placement,
): Promise<PlacedRow | undefined> {
  const place = async (db: Queryable) => await db.maybeOne<PlacedRow>(statement, values);
  if (missing.length === 0) return place(db);
  const open = async (tx: Transaction) => {
    await tx.query("savepoint opening_levels");
    if (customerId !== null) await lockCustomer(tx, store, customerId);
    await openLevels(tx, store, missing);
    const row = await place(tx);
    await tx.query(`${row?.taken ? "release" : "rollback to"} savepoint opening_levels`);
    return row;
  };
  return "isTransaction" in db ? open(db as Transaction) : database.transaction(open, { repeatable: true });
}

function assertBuyerCanPay(
  { body }: PlacingCall,
  { taken, has_credit, has_points }: PlacedRow,
  order: Order,
): void {
  if (taken || order.order.customer_id === null) return;
  if (has_credit === null) throwFieldError(getCustomerField(body), "not_found", { resource: "customer" });
  const findPayment = (type: string) =>
    order.transactions.findIndex(({ gateway_type }) => gateway_type === type);
  if (!has_credit)
    throwFieldError(
      `transactions.${findPayment("credit")}.amount`,
      "insufficient_funds",
      {},
      "{field} is more than the customer's store credit.",
    );
  if (!has_points)
    throwFieldError(
      `transactions.${findPayment("point")}.points`,
      "insufficient_funds",
      {},
      "{field} is more than the customer's loyalty points.",
    );
}

/**
 * Place an order (ORD-4): write its rows, stock, customer and events in one statement, or nothing at all.
 * Levels that do not exist yet are created in that statement's transaction.
 * @param input the call, the order number drawn for it, and the id of its customer
 * @throws ApiError invalid naming each field and line that is invalid or has too little stock
 */
export async function placeOrder(
  deps: PlacingDeps,
  db: Queryable,
  { call, number, customerId }: { call: PlacingCall; number: number; customerId: number | null },
): Promise<JsonText> {
  const { store, actor } = call;
  const token = deps.random(16);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const plan = await loadPlan(db, store, buildPlanQuery(call, customerId));
    const errors: FieldError[] = [];
    const drafted = draftOrder(
      { store, actor, input: call.body, plan, customerId, customer: plan.customer, token },
      errors,
    );
    const allocated = errors.length > 0 ? { allocations: [], errors } : allocateOrder(drafted, plan);
    if (allocated.errors.length > 0)
      throwApiError("invalid", { fields: allocated.errors.slice(0, maxErrors) });
    const { allocations } = allocated;
    const placed = await addFulfillmentOrders(db, plan, { order: drafted.order, allocations });
    const order = { ...placed, order: { ...placed.order, number } };
    const text = deps.documents.buildText(store, order);
    const units = listTakenUnits(drafted, allocations);
    const [move = null] = buildBuyerMoves(null, order);
    const rows = buildPlacedEvents(order, text, move !== null);
    const { kind, values } = buildPlaceValues(deps, {
      store,
      cause: call,
      order,
      text,
      units,
      move,
      events: rows,
    });
    const statement = deps.statements(kind);
    const missing = findMissingLevels(plan, units);
    const placement = { store, statement, values, customerId: move?.customer_id ?? null, missing };
    const row = await runPlacement(deps, db, placement);
    if (row?.taken) return recordText("order", text);
    if (row && !row.short) assertBuyerCanPay(call, row, order);
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}
