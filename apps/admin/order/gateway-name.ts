import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";

type Gateway = Order["transactions"][number]["gateway"];

const labelsByType: Readonly<Record<string, string>> = texts.order.payments.gateways;

/** Return the name of a payment gateway for people. */
export function getGatewayName({ type, title, method }: Gateway): string {
  // If an app sets no title, the API derives one from the type, such as "cash on delivery". The page's label
  // replaces such a derived title.
  const isCustomTitle = title !== "" && title.toLowerCase() !== type.replaceAll("_", " ");
  const name = isCustomTitle ? title : (labelsByType[type] ?? (title || type));
  return method === "" ? name : `${name} (${method})`;
}
