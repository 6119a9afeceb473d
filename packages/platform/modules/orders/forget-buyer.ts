import type { Transaction } from "@souk/database";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { changeOrder, type Telling } from "./change-order.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { Order, OrderAddress } from "./order-rows.ts";
import { type Buyer, type BuyersOrders, ordersOfBuyer, standingIn } from "./orders-of-buyer.ts";
import { fulfillmentJson, orderReturnJson, partText } from "./parts-json.ts";

/** Somebody of whom an order told. */
export interface OrderPerson {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  /** Of a customer. */
  code: string;
}

/** What an erasure took out of orders. */
export interface ForgottenBuyer extends BuyersOrders {
  /** Who stood there. */
  people: OrderPerson[];
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

// What a person has written in words of their own may name the buyer: it goes. What identifies money and parcels elsewhere stays.
function withoutBuyer(before: Order, at: string): Order {
  const reasoned = new Set(
    before.return_lines.flatMap((row) => (row.reason === "" ? [] : [row.order_return_id])),
  );
  return {
    ...before,
    order: {
      ...before.order,
      customer_id: null,
      customer: null,
      email: "",
      phone: "",
      shipping_address: null,
      billing_address: null,
      note: "",
      remark: "",
      note_attributes: [],
      browser_ip: "",
      cancel_reason: "",
    },
    fulfillments: before.fulfillments.map((row) => ({
      ...row,
      message: "",
      tracking_url: "",
      consignment_note_url: "",
    })),
    refunds: before.refunds.map((row) => ({ ...row, note: "" })),
    returns: before.returns.map((row) => ({
      ...row,
      note: "",
      updated_at: reasoned.has(row.id) ? at : row.updated_at,
    })),
    return_lines: before.return_lines.map((row) => ({ ...row, reason: "" })),
  };
}

// Links of parcels lead to where they are sent.
function withoutAddresses(before: Order, email: string): Order {
  const bears = (address: OrderAddress | null) => address !== null && isSame(address.email, email);
  const { shipping_address, billing_address } = before.order;
  const isSentThere = bears(shipping_address);
  return {
    ...before,
    order: {
      ...before.order,
      shipping_address: isSentThere ? null : shipping_address,
      billing_address: bears(billing_address) ? null : billing_address,
    },
    fulfillments: isSentThere
      ? before.fulfillments.map((row) => ({ ...row, tracking_url: "", consignment_note_url: "" }))
      : before.fulfillments,
  };
}

interface Part {
  id: number;
  updated_at: string;
}

function changedParts<P extends Part>(before: readonly P[], after: readonly P[]): P[] {
  const known = new Map(before.map(({ id, updated_at }) => [id, updated_at]));
  return after.filter(({ id, updated_at }) => known.get(id) !== updated_at);
}

/** What is told of the parts of an order that changed; refunds have no topic for it. */
function partsTold(store: Store, before: Order, order: Order): Telling[] {
  return [
    ...changedParts(before.fulfillments, order.fulfillments).map((row) => ({
      fact: "fulfillment_changed" as const,
      id: row.id,
      text: partText(fulfillmentJson, { store, order }, row),
    })),
    ...changedParts(before.returns, order.returns).map((row) => ({
      fact: "order_return_changed" as const,
      id: row.id,
      text: partText(orderReturnJson, { store, order }, row),
    })),
  ];
}

const nobody: OrderPerson = { first_name: "", last_name: "", email: "", phone: "", code: "" };

/** Who stood in an order and stands there no more. */
function peopleGone({ order: was }: Order, { order: is }: Order): OrderPerson[] {
  const found = (["customer", "shipping_address", "billing_address"] as const).flatMap((name) => {
    const person = is[name] === null ? was[name] : null;
    return person === null ? [] : [{ ...nobody, ...person }];
  });
  const isSaid = was.email !== is.email || was.phone !== is.phone;
  const told = !isSaid ? [] : [{ ...nobody, email: was.email, phone: was.phone }];
  return [...told, ...found].map(({ first_name, last_name, email, phone, code }) => ({
    first_name,
    last_name,
    email,
    phone,
    code,
  }));
}

/**
 * Takes out of orders who bought, or to whom they were sent or billed, once the customer is gone: their money, stock and lines
 * stay. Each is told as it is then.
 */
export async function forgetBuyer(
  desk: OrderDesk,
  tx: Transaction,
  { buyer, cause }: { buyer: Buyer; cause: Cause },
): Promise<ForgottenBuyer> {
  const { store } = buyer;
  const forgotten: BuyersOrders = { ids: [], addressed_ids: [] };
  // Most orders of a buyer tell the same of them.
  const people = new Map<string, OrderPerson>();
  for (const order_id of (await ordersOfBuyer(tx, buyer)).ids)
    await changeOrder(desk, tx, { ...cause, store, order_id }, async ({ before, at }) => {
      const tells = (after: Order) => partsTold(store, before, after);
      const change = { reason: "buyer erased", context: "order/update", tells };
      const standing = await standingIn(tx, buyer, order_id);
      if (standing === "anothers") return { ...change, after: before };
      const isBought = standing === "bought";
      const after = isBought ? withoutBuyer(before, at) : withoutAddresses(before, buyer.email);
      forgotten.ids.push(order_id);
      if (!isBought) forgotten.addressed_ids.push(order_id);
      for (const person of peopleGone(before, after)) people.set(JSON.stringify(person), person);
      return { ...change, after };
    });
  return { ...forgotten, people: [...people.values()] };
}
