import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";

type Gateway = Order["transactions"][number]["gateway"];

const known: Readonly<Record<string, string>> = texts.order.payments.gateways;

/** Return the name of a payment gateway for people to read. */
export function gatewayName({ type, title, method }: Gateway): string {
  // Without a title, the platform writes the type in words.
  const isGiven = title !== "" && title.toLowerCase() !== type.replaceAll("_", " ");
  const name = isGiven ? title : (known[type] ?? (title || type));
  return method === "" ? name : `${name} (${method})`;
}
