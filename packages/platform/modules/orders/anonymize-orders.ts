import type { Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type Buyer, type BuyersOrders, classifyBuyerOrder, findBuyerOrders } from "./buyer-orders.ts";
import { changeOrder, type PartEvent } from "./change-order.ts";
import { erasedDetails } from "./order-columns.ts";
import type { Order, OrderAddress } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { buildPartText, fulfillmentJson, orderReturnJson } from "./parts-json.ts";

/** A person whose data an order contained. */
export interface OrderPerson {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  /** The code of a customer. */
  code: string;
}

/** The orders and people that an erasure anonymized. */
export interface AnonymizedOrders extends BuyersOrders {
  /** The people who were removed from the orders. */
  people: OrderPerson[];
}

const isSame = (value: string, other: string) => value.toLowerCase() === other.toLowerCase();

// Free text may name the buyer, so it is removed. References to payments and parcels in other systems stay.
function removeBuyer(before: Order, time: string): Order {
  const returnsWithReason = new Set(
    before.return_lines.flatMap((row) => (row.reason === "" ? [] : [row.order_return_id])),
  );
  return {
    ...before,
    order: {
      ...before.order,
      customer_id: null,
      customer: null,
      ...erasedDetails,
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
      updated_at: returnsWithReason.has(row.id) ? time : row.updated_at,
    })),
    return_lines: before.return_lines.map((row) => ({ ...row, reason: "" })),
  };
}

// A parcel's tracking page shows its destination, so the links are removed with the address.
function removeBuyerAddresses(before: Order, email: string): Order {
  const hasBuyerEmail = (address: OrderAddress | null) => address !== null && isSame(address.email, email);
  const { shipping_address, billing_address } = before.order;
  const isShippedToBuyer = hasBuyerEmail(shipping_address);
  return {
    ...before,
    order: {
      ...before.order,
      shipping_address: isShippedToBuyer ? null : shipping_address,
      billing_address: hasBuyerEmail(billing_address) ? null : billing_address,
    },
    fulfillments: isShippedToBuyer
      ? before.fulfillments.map((row) => ({ ...row, tracking_url: "", consignment_note_url: "" }))
      : before.fulfillments,
  };
}

interface Part {
  id: number;
  updated_at: string;
}

function findChangedRecords<P extends Part>(before: readonly P[], after: readonly P[]): P[] {
  const known = new Map(before.map(({ id, updated_at }) => [id, updated_at]));
  return after.filter(({ id, updated_at }) => known.get(id) !== updated_at);
}

/** Build the events about the changed parts of an order; refunds have no topic for a change. */
function buildPartEvents(store: Store, before: Order, order: Order): PartEvent[] {
  return [
    ...findChangedRecords(before.fulfillments, order.fulfillments).map((row) => ({
      topic: "fulfillment/update" as const,
      id: row.id,
      snapshot: buildPartText(fulfillmentJson, { store, order }, row),
    })),
    ...findChangedRecords(before.returns, order.returns).map((row) => ({
      topic: "order_returns/updated" as const,
      id: row.id,
      snapshot: buildPartText(orderReturnJson, { store, order }, row),
    })),
  ];
}

const emptyPerson: OrderPerson = { first_name: "", last_name: "", email: "", phone: "", code: "" };

/** List the people who were in an order and no longer are. */
function findRemovedPeople({ order: before }: Order, { order: after }: Order): OrderPerson[] {
  const removed = (["customer", "shipping_address", "billing_address"] as const).flatMap((name) => {
    const person = after[name] === null ? before[name] : null;
    return person === null ? [] : [{ ...emptyPerson, ...person }];
  });
  const hasContactChanged = before.email !== after.email || before.phone !== after.phone;
  const contact = !hasContactChanged ? [] : [{ ...emptyPerson, email: before.email, phone: before.phone }];
  return [...contact, ...removed].map(({ first_name, last_name, email, phone, code }) => ({
    first_name,
    last_name,
    email,
    phone,
    code,
  }));
}

/**
 * Anonymize the orders of a deleted customer: remove the buyer and the addresses, keep money, stock and
 * lines. Each changed order publishes its events.
 */
export async function anonymizeOrders(
  deps: OrdersDeps,
  tx: Transaction,
  { buyer, cause }: { buyer: Buyer; cause: Cause },
): Promise<AnonymizedOrders> {
  const { store } = buyer;
  const anonymized: BuyersOrders = { ids: [], addressed_ids: [] };
  // Most orders of a buyer contain the same data about them.
  const people = new Map<string, OrderPerson>();
  for (const order_id of (await findBuyerOrders(tx, buyer)).ids)
    await changeOrder(deps, tx, { ...cause, store, order_id }, async ({ before, at }) => {
      const partEvents = (after: Order) => buildPartEvents(store, before, after);
      const change = { reason: "buyer erased", context: "order/update", partEvents };
      const relation = await classifyBuyerOrder(tx, buyer, order_id);
      if (relation === "other_customer") return { ...change, after: before };
      const isBought = relation === "bought";
      const after = isBought ? removeBuyer(before, at) : removeBuyerAddresses(before, buyer.email);
      anonymized.ids.push(order_id);
      if (!isBought) anonymized.addressed_ids.push(order_id);
      for (const person of findRemovedPeople(before, after)) people.set(JSON.stringify(person), person);
      return { ...change, after };
    });
  return { ...anonymized, people: [...people.values()] };
}
