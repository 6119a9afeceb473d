import type { Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type Buyer, type BuyerOrders, classifyBuyerOrder, findBuyerOrders } from "./buyer-orders.ts";
import { type ChildEvent, changeOrder } from "./change-order.ts";
import { buildChildText, buildFulfillmentJson, buildReturnJson } from "./order-children-json.ts";
import { erasedDetails } from "./order-columns.ts";
import type { Order, OrderAddress } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";

/** A person whose data an order contained. */
export interface OrderPerson {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  /** The customer code; empty for a person who is known only from an address. */
  code: string;
}

/** The orders and people that an erasure anonymized. */
export interface AnonymizedOrders extends BuyerOrders {
  /** The people who were removed from the orders. */
  people: OrderPerson[];
}

const equalsIgnoringCase = (value: string, other: string) => value.toLowerCase() === other.toLowerCase();

// Free text may name the buyer, so it is removed. References to payments and parcels in other systems stay. Return lines
// have no `updated_at`, so removing a line's reason updates its return.
function removeBuyer(order: Order, changedAt: string): Order {
  const returnsWithReason = new Set(
    order.return_lines.flatMap((row) => (row.reason === "" ? [] : [row.order_return_id])),
  );
  return {
    ...order,
    order: {
      ...order.order,
      customer_id: null,
      customer: null,
      ...erasedDetails,
      browser_ip: "",
      cancel_reason: "",
    },
    fulfillments: order.fulfillments.map((row) => ({
      ...row,
      message: "",
      tracking_url: "",
      consignment_note_url: "",
    })),
    refunds: order.refunds.map((row) => ({ ...row, note: "" })),
    returns: order.returns.map((row) => ({
      ...row,
      note: "",
      updated_at: returnsWithReason.has(row.id) ? changedAt : row.updated_at,
    })),
    return_lines: order.return_lines.map((row) => ({ ...row, reason: "" })),
  };
}

// A parcel's tracking page shows the parcel's destination, so the links are removed with the address.
function removeBuyerAddresses(order: Order, email: string): Order {
  const hasBuyerEmail = (address: OrderAddress | null) =>
    address !== null && equalsIgnoringCase(address.email, email);
  const { shipping_address, billing_address } = order.order;
  const isShippedToBuyer = hasBuyerEmail(shipping_address);
  return {
    ...order,
    order: {
      ...order.order,
      shipping_address: isShippedToBuyer ? null : shipping_address,
      billing_address: hasBuyerEmail(billing_address) ? null : billing_address,
    },
    fulfillments: isShippedToBuyer
      ? order.fulfillments.map((row) => ({ ...row, tracking_url: "", consignment_note_url: "" }))
      : order.fulfillments,
  };
}

interface ChildRecord {
  id: number;
  updated_at: string;
}

function findChangedRecords<R extends ChildRecord>(before: readonly R[], after: readonly R[]): R[] {
  const updatedAtById = new Map(before.map(({ id, updated_at }) => [id, updated_at]));
  return after.filter(({ id, updated_at }) => updatedAtById.get(id) !== updated_at);
}

/** Build the events about an order's changed fulfillments and returns. There is no topic for a changed refund. */
function buildChildEvents(store: Store, before: Order, after: Order): ChildEvent[] {
  return [
    ...findChangedRecords(before.fulfillments, after.fulfillments).map((row) => ({
      topic: "fulfillment/update" as const,
      id: row.id,
      snapshot: buildChildText(buildFulfillmentJson, { store, order: after }, row),
    })),
    ...findChangedRecords(before.returns, after.returns).map((row) => ({
      topic: "order_returns/updated" as const,
      id: row.id,
      snapshot: buildChildText(buildReturnJson, { store, order: after }, row),
    })),
  ];
}

const emptyPerson: OrderPerson = { first_name: "", last_name: "", email: "", phone: "", code: "" };

/** List the people whose data was in an order before the change and is no longer in it. */
function findRemovedPeople({ order: before }: Order, { order: after }: Order): OrderPerson[] {
  const removedPeople = (["customer", "shipping_address", "billing_address"] as const).flatMap((name) => {
    const person = after[name] === null ? before[name] : null;
    return person === null ? [] : [{ ...emptyPerson, ...person }];
  });
  const hasContactChanged = before.email !== after.email || before.phone !== after.phone;
  const removedContact = hasContactChanged
    ? [{ ...emptyPerson, email: before.email, phone: before.phone }]
    : [];
  // Addresses have more fields than a person. Only the fields of a person are kept.
  return [...removedContact, ...removedPeople].map(({ first_name, last_name, email, phone, code }) => ({
    first_name,
    last_name,
    email,
    phone,
    code,
  }));
}

/**
 * Anonymize the orders of a deleted customer: remove the buyer and the addresses, but keep amounts, stock and lines.
 * Publish the events of each changed order.
 */
export async function anonymizeOrders(
  deps: OrdersDeps,
  tx: Transaction,
  { buyer, cause }: { buyer: Buyer; cause: Cause },
): Promise<AnonymizedOrders> {
  const { store } = buyer;
  const anonymizedOrders: BuyerOrders = { ids: [], addressed_ids: [] };
  // Most orders of a buyer contain the same data about the buyer, so each distinct person is listed once.
  const people = new Map<string, OrderPerson>();
  for (const order_id of (await findBuyerOrders(tx, buyer)).ids)
    await changeOrder(deps, tx, { ...cause, store, order_id }, async ({ before, changedAt }) => {
      const change = {
        reason: "buyer erased",
        context: "order/update",
        buildChildEvents: (after: Order) => buildChildEvents(store, before, after),
      };
      const relation = await classifyBuyerOrder(tx, buyer, order_id);
      if (relation === "other_customer") return { ...change, after: before };
      const isBought = relation === "bought";
      const after = isBought ? removeBuyer(before, changedAt) : removeBuyerAddresses(before, buyer.email);
      anonymizedOrders.ids.push(order_id);
      if (!isBought) anonymizedOrders.addressed_ids.push(order_id);
      for (const person of findRemovedPeople(before, after)) people.set(JSON.stringify(person), person);
      return { ...change, after };
    });
  return { ...anonymizedOrders, people: [...people.values()] };
}
