import { fieldError, type OperationBody, type operations } from "@souk/contract";
import { formatMinorUnits } from "../amounts.ts";
import { isBalanceGateway } from "../balance-gateway.ts";
import type { TransactionRow } from "../order-rows.ts";
import { readGateway } from "../read-gateway.ts";
import { type AmountReading, readAmount } from "./read-amount.ts";
import type { OrderPlan } from "./read-plan.ts";

/** Read the transactions of a new order: payments and authorizations that were already made. */
export function readPayments(
  { transactions = [] }: OperationBody<typeof operations.createOrder>,
  plan: OrderPlan,
  reading: AmountReading & { isStoreCurrency: boolean; hasCustomer: boolean },
): TransactionRow[] {
  const { errors } = reading;
  return transactions.map((sent, index) => {
    const path = `transactions.${index}.`;
    const { kind } = sent;
    if (kind !== "sale" && kind !== "authorization")
      errors.push(fieldError(`${path}kind`, "not_allowed", { allowed: ["sale", "authorization"] }));
    if (sent.parent_id !== undefined)
      errors.push(
        fieldError(
          `${path}parent_id`,
          "not_allowed",
          {},
          "{field} cannot be sent with a new order, which has no transactions yet.",
        ),
      );
    if (sent.amount === undefined) errors.push(fieldError(`${path}amount`, "required"));
    const gateway = readGateway(sent, path, errors);
    const type = gateway.gateway_type;
    if (isBalanceGateway(type) && (kind !== "sale" || !reading.hasCustomer))
      errors.push(
        fieldError(
          `${path}gateway.type`,
          "not_allowed",
          {},
          `A transaction by ${type} must be a sale, and the order must have a customer.`,
        ),
      );
    if (type === "credit" && !reading.isStoreCurrency)
      errors.push(
        fieldError(
          `${path}gateway.type`,
          "not_allowed",
          {},
          "An order paid by store credit must be in the currency of the store.",
        ),
      );
    const amount = readAmount(`${path}amount`, sent.amount ?? 0, reading);
    if (sent.amount !== undefined && amount === 0n)
      errors.push(fieldError(`${path}amount`, "out_of_range", { greater_than: 0 }));
    return {
      id: plan.transaction_ids[index] ?? 0,
      kind,
      amount: formatMinorUnits(amount, reading.decimals),
      ...gateway,
      parent_id: null,
      processed_at: gateway.status === "pending" ? null : plan.at,
      created_at: plan.at,
      updated_at: plan.at,
    };
  });
}
