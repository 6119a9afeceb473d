import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { byteFaults } from "../../../text-bytes.ts";
import { holdLocations } from "../../inventory/index.ts";
import { changeOrder } from "../change-order.ts";
import type { OrderDesk } from "../order-desk.ts";
import type { Order } from "../order-rows.ts";
import { addRefund, type PlannedRefund, refundText } from "./add-refund.ts";
import { refundMoney, sentUnits } from "./refund-money.ts";
import { restockUnits } from "./restock-units.ts";

type CreateCall = Call<typeof operations.createRefund>;

const names = { amount: "amount", payment_id: "transaction_id" } as const;
const mostFaults = 20;

async function readUnits(
  tx: Transaction,
  { store, body }: CreateCall,
  { order, faults }: { order: Order; faults: FieldError[] },
) {
  const { restock_items: items = [] } = body;
  if (items.length === 0) return [];
  const asked = items.flatMap(({ location_id }) => location_id ?? []);
  const own = order.fulfillment_orders.map(({ location_id }) => location_id);
  const places = await holdLocations(tx, store, [...new Set([...asked, ...own])]);
  return restockUnits(order, { items, places }, faults);
}

async function readRefund(tx: Transaction, call: CreateCall, order: Order): Promise<PlannedRefund> {
  const { amount, restock_items = [], transaction_id, note = "", reference_number = "" } = call.body;
  const faults = byteFaults(call.body, { note: 64 * 1024 });
  const units = await readUnits(tx, call, { order, faults });
  const sent = sentUnits(amount, { order, path: names.amount }, faults);
  const isUnitsAlone = restock_items.length > 0 && (sent ?? 0n) === 0n;
  if (isUnitsAlone && transaction_id !== undefined)
    faults.push({ path: "amount", message: "is needed: what is given back of that transaction" });
  const asked = { units: sent, payment_id: transaction_id, names };
  const money = isUnitsAlone ? null : refundMoney(order, asked, faults);
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, mostFaults) });
  return { money, units, note, reference: reference_number.trim() };
}

/**
 * Gives money back, puts units back, or both.
 * @throws Refusal not_found; invalid naming what is more than there is; conflict when the order has too many refunds, or too long notes
 */
export async function createRefund(desk: OrderDesk, tx: Transaction, call: CreateCall): Promise<JsonText> {
  const { store, params } = call;
  const { order } = await changeOrder(desk, tx, { ...call, order_id: params.order_id }, async (locked) =>
    addRefund(tx, { store, locked }, await readRefund(tx, call, locked.before)),
  );
  // A new refund is the last one.
  return recordText("refund", refundText(order, store, order.refunds.at(-1)?.id ?? 0));
}
