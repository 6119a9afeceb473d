import { type FieldError, fieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";
import { holdLocations } from "../../inventory/index.ts";
import { changeOrder } from "../change-order.ts";
import type { Order } from "../order-rows.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { addRefund, buildRefundText, type PlannedRefund } from "./add-refund.ts";
import { chooseRefundMoney, readRefundAmount } from "./refund-money.ts";
import { restockUnits } from "./restock-units.ts";

type CreateCall = Call<typeof operations.createRefund>;

const names = { amount: "amount", payment_id: "transaction_id" } as const;
const maxErrors = 20;

async function readUnits(
  tx: Transaction,
  { store, body }: CreateCall,
  { order, errors }: { order: Order; errors: FieldError[] },
) {
  const { restock_items: items = [] } = body;
  if (items.length === 0) return [];
  const requestedIds = items.flatMap(({ location_id }) => location_id ?? []);
  const orderLocationIds = order.fulfillment_orders.map(({ location_id }) => location_id);
  const locations = await holdLocations(tx, store, [...new Set([...requestedIds, ...orderLocationIds])]);
  return restockUnits(order, { items, locations }, errors);
}

async function readRefund(tx: Transaction, call: CreateCall, order: Order): Promise<PlannedRefund> {
  const { amount, restock_items = [], transaction_id, note = "", reference_number = "" } = call.body;
  const errors = findByteLengthErrors(call.body, { note: 64 * 1024 });
  const units = await readUnits(tx, call, { order, errors });
  const sent = readRefundAmount(amount, { order, path: names.amount }, errors);
  const isRestockOnly = restock_items.length > 0 && (sent ?? 0n) === 0n;
  if (isRestockOnly && transaction_id !== undefined)
    errors.push(fieldError("amount", "required", {}, "{field} is required with a transaction."));
  const request = { units: sent, payment_id: transaction_id, names };
  const money = isRestockOnly ? null : chooseRefundMoney(order, request, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  return { money, units, note, reference: reference_number.trim() };
}

/**
 * Create a refund of money, of units, or of both.
 * @throws ApiError not_found; invalid naming amounts and quantities that are too large; conflict when the order
 *   has too many refunds or its notes are too long
 */
export async function createRefund(deps: OrdersDeps, tx: Transaction, call: CreateCall): Promise<JsonText> {
  const { store, params } = call;
  const { order } = await changeOrder(deps, tx, { ...call, order_id: params.order_id }, async (locked) =>
    addRefund(tx, { store, locked }, await readRefund(tx, call, locked.before)),
  );
  // A new refund is the last one.
  return recordText("refund", buildRefundText(order, store, order.refunds.at(-1)?.id ?? 0));
}
