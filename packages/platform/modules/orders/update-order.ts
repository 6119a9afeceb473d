import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { lockCustomer } from "../customers/index.ts";
import { holdLocations } from "../inventory/index.ts";
import { changeOrder } from "./change-order.ts";
import { customerCopy } from "./customer-copy.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { Order, OrderRow } from "./order-rows.ts";
import { isOwnGateway } from "./own-gateway.ts";
import { attributedLocations, readDetails } from "./read-details.ts";

type UpdateCall = Call<typeof operations.updateOrder>;

async function locationNames(tx: Transaction, { store, body }: UpdateCall): Promise<Map<number, string>> {
  const ids = attributedLocations(body);
  if (ids.length === 0) return new Map();
  const found = await holdLocations(tx, store, ids);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}

// Locked before they are read: nobody is deleted or erased between the copy of who they are and the order that keeps it.
async function readCustomer(
  tx: Transaction,
  { store, before, customer_id, faults }: NewCustomer,
): Promise<Pick<OrderRow, "customer_id" | "customer">> {
  const both = [before.order.customer_id, customer_id].filter((id) => id !== null);
  for (const id of both.sort((a, b) => a - b)) await lockCustomer(tx, store, id);
  if (customer_id === null) return { customer_id: null, customer: null };
  const customer = await customerCopy(tx, store, customer_id);
  if (customer === null) faults.push({ path: "customer_id", message: "is no customer of this store" });
  return { customer_id, customer };
}

interface NewCustomer {
  store: Store;
  before: Order;
  customer_id: number | null;
  faults: FieldError[];
}

/**
 * Changes what is sent of an order's details; what is as asked already changes nothing.
 * @throws Refusal not_found; invalid naming what is wrong
 */
export async function updateOrder(desk: OrderDesk, tx: Transaction, call: UpdateCall): Promise<JsonText> {
  const { params, body } = call;
  const { text } = await changeOrder(desk, tx, { ...call, order_id: params.id }, async ({ before }) => {
    const faults: FieldError[] = [];
    const locations = await locationNames(tx, call);
    const details = readDetails(body, { before: before.order, locations, faults });
    const { customer_id } = body;
    const moves = customer_id !== undefined && customer_id !== before.order.customer_id;
    const customer = moves ? await readCustomer(tx, { store: call.store, before, customer_id, faults }) : {};
    if (moves && usesBalances(before))
      faults.push({
        path: "customer_id",
        message: "cannot be changed: the order was paid from its customer's balances",
      });
    if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, 20) });
    const order = { ...before.order, ...details, ...customer };
    return { after: { ...before, order }, reason: "order changed", context: "order/update" };
  });
  return recordText("order", text);
}

// Also what was given back: a refund that is undone takes it from the customer again.
function usesBalances({ transactions }: Order): boolean {
  return transactions.some(({ gateway_type, status }) => isOwnGateway(gateway_type) && status === "success");
}
