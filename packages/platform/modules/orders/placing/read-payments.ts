import { fieldError, type OperationBody, type operations } from "@souk/contract";
import { formatMinorUnits } from "../amounts.ts";
import { isBalanceGateway } from "../balance-gateway.ts";
import type { TransactionRow } from "../order-rows.ts";
import { readGateway } from "../read-gateway.ts";
import type { StoreData } from "./load-store-data.ts";
import { type AmountContext, readAmount } from "./read-amount.ts";

/** Read the transactions of a new order. They are payments and authorizations that were made before the request. */
export function readPayments(
  { transactions = [] }: OperationBody<typeof operations.createOrder>,
  storeData: StoreData,
  context: AmountContext & { isStoreCurrency: boolean; hasCustomer: boolean },
): TransactionRow[] {
  const { errors } = context;
  return transactions.map((transaction, index) => {
    const path = `transactions.${index}.`;
    const { kind } = transaction;
    if (kind !== "sale" && kind !== "authorization")
      errors.push(fieldError(`${path}kind`, "not_allowed", { allowed: ["sale", "authorization"] }));
    if (transaction.parent_id !== undefined)
      errors.push(
        fieldError(
          `${path}parent_id`,
          "not_allowed",
          {},
          "{field} cannot be sent with a new order, which has no transactions yet.",
        ),
      );
    if (transaction.amount === undefined) errors.push(fieldError(`${path}amount`, "required"));
    const gateway = readGateway(transaction, path, errors);
    const type = gateway.gateway_type;
    if (isBalanceGateway(type) && (kind !== "sale" || !context.hasCustomer))
      errors.push(
        fieldError(
          `${path}gateway.type`,
          "not_allowed",
          {},
          `A transaction with the gateway ${type} must be a sale, and the order must have a customer.`,
        ),
      );
    if (type === "credit" && !context.isStoreCurrency)
      errors.push(
        fieldError(
          `${path}gateway.type`,
          "not_allowed",
          {},
          "An order paid with store credit must be in the store's currency.",
        ),
      );
    const amount = readAmount(`${path}amount`, transaction.amount ?? 0, context);
    if (transaction.amount !== undefined && amount === 0n)
      errors.push(fieldError(`${path}amount`, "out_of_range", { greater_than: 0 }));
    return {
      id: storeData.transaction_ids[index] ?? 0,
      kind,
      amount: formatMinorUnits(amount, context.decimals),
      ...gateway,
      parent_id: null,
      processed_at: gateway.status === "pending" ? null : storeData.placed_at,
      created_at: storeData.placed_at,
      updated_at: storeData.placed_at,
    };
  });
}
