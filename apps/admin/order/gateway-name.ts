import type { Order } from "../orders/order-queries.ts";
import { strings } from "./strings.ts";

type Gateway = Order["transactions"][number]["gateway"];

const known: Readonly<Record<string, string>> = strings.payments.gateways;

/** What money went through, as people read it. */
export function gatewayName({ type, title, method }: Gateway): string {
  // The platform writes the type in words where nobody gave a title.
  const isGiven = title !== "" && title.toLowerCase() !== type.replaceAll("_", " ");
  const name = isGiven ? title : (known[type] ?? (title || type));
  return method === "" ? name : `${name} (${method})`;
}
