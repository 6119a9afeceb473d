import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import { isBalanceGateway } from "./balance-gateway.ts";
import type { TransactionRow } from "./order-rows.ts";

/** A transaction in a request. */
export type TransactionInput = NonNullable<
  OperationBody<typeof operations.createOrder>["transactions"]
>[number];

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
 * Read the gateway of a transaction and its status: cash on delivery is pending until it is reported as paid;
 * store credit and points are balances that Souk holds, charged immediately.
 * @param path the prefix of its field names, for example `transactions.0.`
 */
export function readGateway(sent: TransactionInput, path: string, errors: FieldError[]): Gateway {
  const { type = "manual", title, method } = sent.gateway ?? {};
  const isBalance = isBalanceGateway(type);
  if (type === "point" && sent.points === undefined)
    errors.push(
      fieldError(`${path}points`, "required", {}, "{field} is required where the gateway is point."),
    );
  if (type !== "point" && sent.points !== undefined)
    errors.push(
      fieldError(`${path}points`, "not_allowed", {}, "{field} can be sent only where the gateway is point."),
    );
  if (isBalance && sent.status !== undefined && sent.status !== "success")
    errors.push(
      fieldError(
        `${path}status`,
        "not_allowed",
        { allowed: ["success"] },
        `{field} must be success where the gateway is ${type}.`,
      ),
    );
  return {
    gateway_type: type,
    gateway_title: title?.trim() || (titles[type] ?? type),
    gateway_method: method?.trim() ?? "",
    points: sent.points ?? null,
    reference: sent.reference?.trim() ?? "",
    status: sent.status ?? (type === "cash_on_delivery" ? "pending" : "success"),
  };
}
