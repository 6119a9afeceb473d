import type { BodyOf, FieldError, operations } from "@souk/contract";
import type { TransactionRow } from "./order-rows.ts";
import { isOwnGateway } from "./own-gateway.ts";

/** What is sent of a transaction. */
export type TransactionInput = NonNullable<BodyOf<typeof operations.createOrder>["transactions"]>[number];

const titles: Readonly<Record<string, string>> = {
  manual: "Manual",
  cash_on_delivery: "Cash on delivery",
  credit: "Store credit",
  point: "Loyalty points",
};

type Gateway = Pick<
  TransactionRow,
  "gateway_type" | "gateway_title" | "gateway_method" | "points" | "reference" | "status"
>;

/**
 * What a transaction went through, and whether it is done: cash on delivery is promised until it is said to be paid; store
 * credit and points are the customer's balances here, and are taken at once.
 * @param path starts the names of its fields, such as `transactions.0.`
 */
export function readGateway(sent: TransactionInput, path: string, faults: FieldError[]): Gateway {
  const { type = "manual", title, method } = sent.gateway ?? {};
  const own = isOwnGateway(type);
  if (type === "point" && sent.points === undefined)
    faults.push({ path: `${path}points`, message: "is needed where the gateway is point" });
  if (type !== "point" && sent.points !== undefined)
    faults.push({ path: `${path}points`, message: "is taken only where the gateway is point" });
  if (own && sent.status !== undefined && sent.status !== "success")
    faults.push({
      path: `${path}status`,
      message: `must be success where the gateway is ${type}: it is taken at once`,
    });
  return {
    gateway_type: type,
    gateway_title: title?.trim() || (titles[type] ?? type),
    gateway_method: method?.trim() ?? "",
    points: sent.points ?? null,
    reference: sent.reference?.trim() ?? "",
    status: sent.status ?? (type === "cash_on_delivery" ? "pending" : "success"),
  };
}
