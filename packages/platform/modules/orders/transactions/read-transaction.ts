import { type FieldError, fieldError } from "@souk/contract";
import { formatMinorUnits } from "../amounts.ts";
import { isBalanceGateway } from "../balance-gateway.ts";
import { getRemainingAmount } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { readAmount } from "../placing/read-amount.ts";
import { readGateway, type TransactionInput } from "../read-gateway.ts";
import { copyGateway, findRemaining, formatRemaining } from "./payments-left.ts";

/** A transaction that was read from a request, before it has an id. */
export type ReadTransaction = Omit<TransactionRow, "id" | "processed_at" | "created_at" | "updated_at">;

/** The context in which a transaction is read. */
export interface TransactionReading {
  order: Order;
  /** The store's currency. */
  currency_code: string;
  errors: FieldError[];
}

function readRefundAmount(sent: TransactionInput, { order, errors }: TransactionReading): bigint | null {
  if (sent.amount === undefined) return null;
  const { currency_code, currency_decimals: decimals } = order.order;
  const errorCount = errors.length;
  const units = readAmount("amount", sent.amount, { currency_code, decimals, errors });
  if (units === 0n && errors.length === errorCount)
    errors.push(fieldError("amount", "out_of_range", { greater_than: 0 }));
  return units;
}

/** Read a sale or an authorization. */
function readPayment(sent: TransactionInput, reading: TransactionReading): ReadTransaction {
  const { order, currency_code, errors } = reading;
  const { kind } = sent;
  const gateway = readGateway(sent, "", errors);
  const type = gateway.gateway_type;
  if (sent.parent_id !== undefined)
    errors.push(
      fieldError("parent_id", "not_allowed", {}, `{field} does not match a transaction of kind ${kind}.`),
    );
  if (isBalanceGateway(type) && (kind !== "sale" || order.order.customer_id === null))
    errors.push(
      fieldError(
        "gateway.type",
        "not_allowed",
        {},
        `A transaction by ${type} must be a sale, and the order must have a customer.`,
      ),
    );
  if (type === "credit" && order.order.currency_code !== currency_code)
    errors.push(
      fieldError(
        "gateway.type",
        "not_allowed",
        {},
        `Store credit is in ${currency_code}, and the order in ${order.order.currency_code}.`,
      ),
    );
  if (sent.amount === undefined) errors.push(fieldError("amount", "required"));
  const units = readRefundAmount(sent, reading) ?? 0n;
  return {
    kind,
    amount: formatMinorUnits(units, order.order.currency_decimals),
    ...gateway,
    parent_id: null,
  };
}

/** List the errors of gateway fields in a transaction that follows another one. */
export function findFollowUpErrors(sent: TransactionInput, parent: TransactionRow | null): FieldError[] {
  const { kind, gateway, points } = sent;
  const isOtherGateway =
    parent !== null && gateway?.type !== undefined && gateway.type !== parent.gateway_type;
  return [
    ...(isOtherGateway
      ? [fieldError("gateway.type", "not_allowed", { allowed: [parent.gateway_type] })]
      : []),
    ...(points === undefined
      ? []
      : [fieldError("points", "not_allowed", {}, `{field} cannot be sent with a ${kind}.`)]),
  ];
}

/** List the errors of a status that a transaction cannot be created with. */
export function findStatusErrors({ kind, status }: TransactionInput): FieldError[] {
  if (status === undefined || status === "success") return [];
  return [
    fieldError("status", "not_allowed", { allowed: ["success"] }, `{field} must be success for a ${kind}.`),
  ];
}

/** Find the authorization that a transaction follows. */
function findAuthorization(
  sent: TransactionInput,
  { order, errors }: TransactionReading,
): TransactionRow | null {
  const remaining = findRemaining(order, ["authorization"]);
  if (sent.parent_id !== undefined) {
    const row = order.transactions.find(({ id }) => id === sent.parent_id);
    if (row?.kind === "authorization" && getRemainingAmount(order, row) > 0n) return row;
    errors.push(
      row?.kind === "authorization"
        ? fieldError("parent_id", "insufficient_funds", { available: 0 }, "{field} has nothing left.")
        : fieldError("parent_id", "not_found", { resource: "authorization", of: "order" }),
    );
    return null;
  }
  const [first] = remaining;
  if (first && remaining.length === 1) return first.row;
  errors.push(
    fieldError(
      "parent_id",
      "required",
      {},
      first
        ? `{field} is required, because several authorizations have something left: ${formatRemaining(order, remaining)}.`
        : "{field} is required, because no authorization has anything left.",
    ),
  );
  return null;
}

/** Read a capture or a void of an authorization. */
function readFollowUp(sent: TransactionInput, reading: TransactionReading): ReadTransaction | null {
  const { order, errors } = reading;
  const { kind, status = "success", reference = "" } = sent;
  const parent = findAuthorization(sent, reading);
  errors.push(...findFollowUpErrors(sent, parent));
  if (kind === "void") {
    errors.push(...findStatusErrors(sent));
    if (sent.amount !== undefined)
      errors.push(
        fieldError(
          "amount",
          "not_allowed",
          {},
          "{field} cannot be sent with a void, which releases the whole remaining amount.",
        ),
      );
  }
  const units = kind === "void" ? null : readRefundAmount(sent, reading);
  if (parent === null) return null;
  const decimals = order.order.currency_decimals;
  const left = getRemainingAmount(order, parent);
  // guard: capture-limit: transactions.test.ts captured in parts
  if (units !== null && units > left)
    errors.push(
      fieldError(
        "amount",
        "insufficient_funds",
        { available: formatMinorUnits(left, decimals) },
        `{field} must be at most ${formatMinorUnits(left, decimals)}, what is left of transaction ${parent.id}.`,
      ),
    );
  const amount = formatMinorUnits(units ?? left, decimals);
  return { kind, status, amount, reference: reference.trim(), ...copyGateway(parent) };
}

/** Read a transaction of an order, except a refund; invalid fields are added to the errors. */
export function readTransaction(sent: TransactionInput, reading: TransactionReading): ReadTransaction | null {
  return sent.kind === "sale" || sent.kind === "authorization"
    ? readPayment(sent, reading)
    : readFollowUp(sent, reading);
}
