import { type FieldError, fieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";
import { loadAndLockLocations } from "../../inventory/index.ts";
import { changeOrder } from "../change-order.ts";
import type { Order } from "../order-rows.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { addRefund, buildRefundText, type NewRefund } from "./add-refund.ts";
import { chooseRefundMoney, readRefundAmount } from "./refund-money.ts";
import { chooseRestockedUnits } from "./restock-units.ts";

type CreateCall = Call<typeof operations.createRefund>;

/** The names of the request's fields for the amount and the payment. */
const fieldNames = { amount: "amount", payment_id: "transaction_id" } as const;
/** The maximum number of errors in a response. */
const maxErrors = 20;
/** The maximum length of a refund's note, in UTF-8 bytes. */
const maxNoteBytes = 64 * 1024;

/** Lock the locations at which units may be restocked, and choose the units to restock. */
async function lockLocationsAndChooseUnits(
  tx: Transaction,
  { store, body }: CreateCall,
  { order, errors }: { order: Order; errors: FieldError[] },
) {
  const { restock_items: items = [] } = body;
  if (items.length === 0) return [];
  const requestedIds = items.flatMap(({ location_id }) => location_id ?? []);
  const orderLocationIds = order.fulfillment_orders.map(({ location_id }) => location_id);
  const locations = await loadAndLockLocations(tx, store, [
    ...new Set([...requestedIds, ...orderLocationIds]),
  ]);
  return chooseRestockedUnits(order, { items, locations }, errors);
}

async function readRefund(tx: Transaction, call: CreateCall, order: Order): Promise<NewRefund> {
  const { amount, restock_items = [], transaction_id, note = "", reference_number = "" } = call.body;
  const errors = findByteLengthErrors(call.body, { note: maxNoteBytes });
  const restockedUnits = await lockLocationsAndChooseUnits(tx, call, { order, errors });
  const refundAmount = readRefundAmount(amount, { order, path: fieldNames.amount }, errors);
  const isRestockOnly = restock_items.length > 0 && (refundAmount ?? 0n) === 0n;
  if (isRestockOnly && transaction_id !== undefined)
    errors.push(fieldError("amount", "required", {}, "{field} is required if transaction_id is sent."));
  const request = { amount: refundAmount, payment_id: transaction_id, names: fieldNames };
  const money = isRestockOnly ? null : chooseRefundMoney(order, request, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  return { money, units: restockedUnits, note, reference: reference_number.trim() };
}

/**
 * Create a refund that refunds money, restocks units, or does both.
 * @throws ApiError `not_found`; `invalid` for amounts and quantities that are too large; `conflict` if the order has too
 *   many refunds, or if all notes of the order together are too long
 */
export async function createRefund(deps: OrdersDeps, tx: Transaction, call: CreateCall): Promise<JsonText> {
  const { store, params } = call;
  const { order } = await changeOrder(deps, tx, { ...call, order_id: params.order_id }, async (locked) =>
    addRefund(tx, { store, locked }, await readRefund(tx, call, locked.before)),
  );
  // The new refund is the order's last one.
  return wrapRecord("refund", buildRefundText(order, store, order.refunds.at(-1)?.id ?? 0));
}
