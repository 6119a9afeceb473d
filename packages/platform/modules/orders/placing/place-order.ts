import { type FieldError, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable, Statement, Transaction } from "@souk/database";
import { buildEventRows, type EventRow } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { lockCustomer } from "../../customers/index.ts";
import { type CommittedUnits, createMissingLevels } from "../../inventory/index.ts";
import { buildCustomerTotalsChanges } from "../customer-totals-changes.ts";
import type { CustomerCopy, Order } from "../order-rows.ts";
import { listAdditionalTopics } from "../order-topics.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { listAttributedLocations } from "../read-details.ts";
import { addFulfillmentOrders, allocateOrder, listTakenUnits } from "./allocate-order.ts";
import { loadStoreData, type StoreData } from "./load-store-data.ts";
import { buildNewOrder, getCurrencyCode, getCustomerField } from "./new-order.ts";
import { buildPlaceValues, type PlacedRow } from "./place-statement.ts";
import type { PlacingDeps } from "./placing-deps.ts";
import { listHandlesOfFees } from "./read-charges.ts";

/** The fields of a call that placing an order needs. */
export type PlacingCall = Pick<
  Call<typeof operations.createOrder>,
  "store" | "actor" | "request_id" | "body"
>;

// The maximum number of attempts to place an order. Other orders may take the last units after the store's data was loaded and
// before the statement runs. If so, the order is allocated again. If many orders need one variant that is stocked at many
// locations, an order can need this many attempts.
const maxAttempts = 20;
/** The maximum number of errors in a response. */
const maxErrors = 20;

function buildStoreDataQuery({ store, body }: PlacingCall, customer_id: number | null) {
  const { line_items, transactions = [], shipping_fees = [], location_id = null } = body;
  return {
    variant_ids: [...new Set(line_items.flatMap(({ variant_id }) => variant_id ?? []))],
    location_ids: [...listAttributedLocations(body), ...(location_id === null ? [] : [location_id])],
    currency_code: getCurrencyCode(store, body),
    customer_id,
    line_count: line_items.length,
    transaction_count: transactions.length,
    fee_count: shipping_fees.length,
    app_handles: listHandlesOfFees(body),
  };
}

function buildPlacedEvents(order: Order, text: string, changesCustomer: boolean): EventRow[] {
  const { id, customer_id } = order.order;
  const topics = ["order/create", ...listAdditionalTopics(null, order)] as const;
  return [
    ...topics.flatMap((topic) => buildEventRows(topic, [{ id, snapshot: text }])),
    ...(changesCustomer && customer_id !== null
      ? buildEventRows("customer/update", [{ id: customer_id, snapshot: null }])
      : []),
  ];
}

function findMissingLevels(storeData: StoreData, units: readonly CommittedUnits[]): CommittedUnits[] {
  const existingKeys = new Set(
    storeData.levels.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`),
  );
  return units.filter(({ variant_id, location_id }) => !existingKeys.has(`${variant_id} ${location_id}`));
}

/** The statement that places an order, with its values and the records that it needs. */
interface PlaceStatementInput {
  store: Store;
  statement: Statement;
  values: unknown[];
  /** The id of the customer whose totals the order changes; null without a customer. */
  customerId: number | null;
  /** Inventory levels that do not exist yet. */
  missingLevels: readonly CommittedUnits[];
}

/**
 * Run the statement that places an order. If inventory levels are missing, create them in the same transaction, after
 * locking the customer. The new levels remain only if the order is placed.
 */
async function runPlaceStatement(
  { database }: OrdersDeps,
  db: Queryable,
  { store, statement, values, customerId, missingLevels }: PlaceStatementInput,
): Promise<PlacedRow | undefined> {
  const runStatement = async (connection: Queryable) =>
    await connection.maybeOne<PlacedRow>(statement, values);
  if (missingLevels.length === 0) return runStatement(db);
  const createLevelsAndPlace = async (tx: Transaction) => {
    await tx.query("savepoint create_levels");
    if (customerId !== null) await lockCustomer(tx, store, customerId);
    await createMissingLevels(tx, store, missingLevels);
    const row = await runStatement(tx);
    await tx.query(`${row?.is_placed ? "release" : "rollback to"} savepoint create_levels`);
    return row;
  };
  return "isTransaction" in db
    ? createLevelsAndPlace(db as Transaction)
    : database.transaction(createLevelsAndPlace, { retryable: true });
}

function assertBuyerCanPay(
  { body }: PlacingCall,
  { is_placed, has_credit, has_points }: PlacedRow,
  order: Order,
): void {
  if (is_placed || order.order.customer_id === null) return;
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

/** An order to be placed, and its customer. */
export interface OrderToPlace {
  call: PlacingCall;
  /** The reserved order number. */
  number: number;
  customerId: number | null;
  /** If the caller may not view customers, the data that the order contains instead of the customer's own data. */
  customerCopy?: Omit<CustomerCopy, "id">;
}

/**
 * Place an order (ORD-4). One statement writes its rows, the stock, the customer's totals and the events, or writes
 * nothing if the stock or a balance is too low. Inventory levels that do not exist yet are created in the same transaction.
 * @throws ApiError `invalid`, which lists the invalid fields, the lines with too little stock, or the payment that exceeds the
 *   customer's balance; `unavailable` if the order is not placed after `maxAttempts` attempts
 */
export async function placeOrder(
  deps: PlacingDeps,
  db: Queryable,
  { call, number, customerId, customerCopy }: OrderToPlace,
): Promise<JsonText> {
  const { store, actor } = call;
  const token = deps.random(16);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const storeData = await loadStoreData(db, store, buildStoreDataQuery(call, customerId));
    const errors: FieldError[] = [];
    const customer = storeData.customer && { ...storeData.customer, ...customerCopy };
    const newOrder = buildNewOrder(
      { store, actor, input: call.body, storeData, customerId, customer, token },
      errors,
    );
    const allocationResult =
      errors.length > 0 ? { allocations: [], errors } : allocateOrder(newOrder, storeData);
    if (allocationResult.errors.length > 0)
      throwApiError("invalid", { fields: allocationResult.errors.slice(0, maxErrors) });
    const { allocations } = allocationResult;
    const orderWithoutNumber = await addFulfillmentOrders(db, storeData, {
      order: newOrder.order,
      allocations,
    });
    const order = { ...orderWithoutNumber, order: { ...orderWithoutNumber.order, number } };
    const snapshotText = deps.orderSnapshots.buildText(store, order);
    const units = listTakenUnits(newOrder, allocations);
    const [totalsChange = null] = buildCustomerTotalsChanges(null, order);
    const events = buildPlacedEvents(order, snapshotText, totalsChange !== null);
    const { kind, values } = buildPlaceValues(deps, {
      store,
      cause: call,
      order,
      snapshotText,
      units,
      totalsChange,
      events,
    });
    const statement = deps.statements(kind);
    const missingLevels = findMissingLevels(storeData, units);
    const totalsCustomerId = totalsChange?.customer_id ?? null;
    const statementInput = { store, statement, values, customerId: totalsCustomerId, missingLevels };
    const row = await runPlaceStatement(deps, db, statementInput);
    if (row?.is_placed) return wrapRecord("order", snapshotText);
    if (row && !row.short) assertBuyerCanPay(call, row, order);
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}
