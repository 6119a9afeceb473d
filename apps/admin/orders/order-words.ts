import type { Order } from "./order-queries.ts";

type Buyer = Pick<Order, "customer" | "email" | "phone">;

/** Where the buyer is mailed: the order's own address, else the customer's; empty: nowhere. */
export function buyerEmail({ email, customer }: Pick<Buyer, "email" | "customer">): string {
  return email === "" ? (customer?.email ?? "") : email;
}

/** Who bought: by name, else by what else the order knows of them; empty: nothing is known. */
export function buyerName(order: Buyer): string {
  const { customer, phone } = order;
  const name = customer === null ? "" : `${customer.first_name} ${customer.last_name}`.trim();
  return [name, buyerEmail(order), phone].find((each) => each !== "") ?? "";
}

/** How the buyer of an order can be reached, where their name does not say it. */
export function buyerContact(order: Buyer): string {
  const name = buyerName(order);
  return [buyerEmail(order), order.phone].find((each) => each !== "" && each !== name) ?? "";
}

/** The units of all lines. */
export function unitsOf({ line_items }: Pick<Order, "line_items">): number {
  return line_items.reduce((sum, { quantity }) => sum + quantity, 0);
}
