import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import { isBalanceGateway } from "./balance-gateway.ts";
import type { TransactionRow } from "./order-rows.ts";

/** A transaction in a request. */
export type TransactionInput = NonNullable<
  OperationBody<typeof operations.createOrder>["transactions"]
>[number];

const titleByType: Readonly<Record<string, string>> = {
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
 * Read a transaction's gateway and status. A payment by cash on delivery is pending until it is reported as paid. Store
 * credit and points are balances that Souk holds, so they are charged immediately.
 * @param path the prefix of the transaction's field names, for example `transactions.0.`
 * @param errors the list to which the errors of invalid fields are added
 */
export function readGateway(transaction: TransactionInput, path: string, errors: FieldError[]): Gateway {
  const { type = "manual", title, method } = transaction.gateway ?? {};
  const isBalance = isBalanceGateway(type);
  if (type === "point" && transaction.points === undefined)
    errors.push(fieldError(`${path}points`, "required", {}, "{field} is required if gateway.type is point."));
  if (type !== "point" && transaction.points !== undefined)
    errors.push(
      fieldError(`${path}points`, "not_allowed", {}, "{field} is only allowed if gateway.type is point."),
    );
  if (isBalance && transaction.status !== undefined && transaction.status !== "success")
    errors.push(
      fieldError(
        `${path}status`,
        "not_allowed",
        { allowed: ["success"] },
        `{field} must be "success" if gateway.type is ${type}.`,
      ),
    );
  return {
    gateway_type: type,
    gateway_title: title?.trim() || (titleByType[type] ?? type),
    gateway_method: method?.trim() ?? "",
    points: transaction.points ?? null,
    reference: transaction.reference?.trim() ?? "",
    status: transaction.status ?? (type === "cash_on_delivery" ? "pending" : "success"),
  };
}
