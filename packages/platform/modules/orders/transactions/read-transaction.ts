import type { FieldError } from "@souk/contract";
import { fromUnits } from "../amounts.ts";
import { leftOf } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { isOwnGateway } from "../own-gateway.ts";
import { readAmount } from "../placing/read-amount.ts";
import { readGateway, type TransactionInput } from "../read-gateway.ts";
import { following, namedRemaining, remainingOf } from "./payments-left.ts";

/** A transaction as it is to be, before it has an id. */
export type ReadTransaction = Omit<TransactionRow, "id" | "processed_at" | "created_at" | "updated_at">;

/** What a transaction is read against. */
export interface TransactionReading {
  order: Order;
  /** Of the store. */
  currency_code: string;
  faults: FieldError[];
}

function sentUnits(sent: TransactionInput, { order, faults }: TransactionReading): bigint | null {
  if (sent.amount === undefined) return null;
  const { currency_code, currency_decimals: decimals } = order.order;
  const known = faults.length;
  const units = readAmount("amount", sent.amount, { currency_code, decimals, faults });
  if (units === 0n && faults.length === known)
    faults.push({ path: "amount", message: "must be more than 0" });
  return units;
}

/** A sale, or the authorization of one. */
function readPayment(sent: TransactionInput, reading: TransactionReading): ReadTransaction {
  const { order, currency_code, faults } = reading;
  const { kind } = sent;
  const gateway = readGateway(sent, "", faults);
  const type = gateway.gateway_type;
  if (sent.parent_id !== undefined)
    faults.push({ path: "parent_id", message: `is not of a transaction of kind ${kind}` });
  if (isOwnGateway(type) && (kind !== "sale" || order.order.customer_id === null))
    faults.push({
      path: "gateway.type",
      message: `${type} is taken as a sale of an order with a customer`,
    });
  if (type === "credit" && order.order.currency_code !== currency_code)
    faults.push({
      path: "gateway.type",
      message: `credit is in ${currency_code}, and the order in ${order.order.currency_code}`,
    });
  if (sent.amount === undefined) faults.push({ path: "amount", message: "is needed" });
  const units = sentUnits(sent, reading) ?? 0n;
  return { kind, amount: fromUnits(units, order.order.currency_decimals), ...gateway, parent_id: null };
}

/** What only a sale or an authorization says for itself. */
export function followerFaults(sent: TransactionInput, parent: TransactionRow | null): FieldError[] {
  const { kind, gateway, points } = sent;
  const other = parent !== null && gateway?.type !== undefined && gateway.type !== parent.gateway_type;
  return [
    ...(other
      ? [{ path: "gateway.type", message: `must be ${parent.gateway_type}, as of what it follows` }]
      : []),
    ...(points === undefined ? [] : [{ path: "points", message: `are not sent with a ${kind}` }]),
  ];
}

/** Refuses a status that a transaction cannot be made with. */
export function doneFaults({ kind, status }: TransactionInput): FieldError[] {
  if (status === undefined || status === "success") return [];
  return [{ path: "status", message: `must be success for a ${kind}: it is done at once` }];
}

/** The authorization that is meant. */
function authorizationOf(
  sent: TransactionInput,
  { order, faults }: TransactionReading,
): TransactionRow | null {
  const remaining = remainingOf(order, ["authorization"]);
  if (sent.parent_id !== undefined) {
    const row = order.transactions.find(({ id }) => id === sent.parent_id);
    if (row?.kind === "authorization" && leftOf(order, row) > 0n) return row;
    const message = row?.kind === "authorization" ? "has nothing left" : "is no authorization of this order";
    faults.push({ path: "parent_id", message });
    return null;
  }
  const [only] = remaining;
  if (only && remaining.length === 1) return only.row;
  faults.push({
    path: "parent_id",
    message: only
      ? `is needed: several authorizations have something left, ${namedRemaining(order, remaining)}`
      : "is needed: the order has no authorization with something left",
  });
  return null;
}

/** What is taken of an authorization, or what is given up of it. */
function readFollower(sent: TransactionInput, reading: TransactionReading): ReadTransaction | null {
  const { order, faults } = reading;
  const { kind, status = "success", reference = "" } = sent;
  const parent = authorizationOf(sent, reading);
  faults.push(...followerFaults(sent, parent));
  if (kind === "void") {
    faults.push(...doneFaults(sent));
    if (sent.amount !== undefined)
      faults.push({ path: "amount", message: "is not sent with a void: it is all that is left" });
  }
  const units = kind === "void" ? null : sentUnits(sent, reading);
  if (parent === null) return null;
  const decimals = order.order.currency_decimals;
  const left = leftOf(order, parent);
  if (units !== null && units > left)
    faults.push({
      path: "amount",
      message: `is more than the ${fromUnits(left, decimals)} that are left of transaction ${parent.id}`,
    });
  const amount = fromUnits(units ?? left, decimals);
  return { kind, status, amount, reference: reference.trim(), ...following(parent) };
}

/** A transaction of an order from what was sent, but a refund; what is wrong is added to the faults. */
export function readTransaction(sent: TransactionInput, reading: TransactionReading): ReadTransaction | null {
  return sent.kind === "sale" || sent.kind === "authorization"
    ? readPayment(sent, reading)
    : readFollower(sent, reading);
}
