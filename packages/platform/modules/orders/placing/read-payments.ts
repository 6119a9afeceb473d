import type { BodyOf, operations } from "@souk/contract";
import { fromUnits } from "../amounts.ts";
import type { TransactionRow } from "../order-rows.ts";
import { isOwnGateway } from "../own-gateway.ts";
import { readGateway } from "../read-gateway.ts";
import { type AmountReading, readAmount } from "./read-amount.ts";
import type { OrderPlan } from "./read-plan.ts";

/** The transactions that a new order comes with: what was paid or authorized already. */
export function readPayments(
  { transactions = [] }: BodyOf<typeof operations.createOrder>,
  plan: OrderPlan,
  reading: AmountReading & { isOwnCurrency: boolean; hasCustomer: boolean },
): TransactionRow[] {
  const { faults } = reading;
  return transactions.map((sent, at) => {
    const path = `transactions.${at}.`;
    const { kind } = sent;
    if (kind !== "sale" && kind !== "authorization")
      faults.push({ path: `${path}kind`, message: "takes sale or authorization for a new order" });
    if (sent.parent_id !== undefined)
      faults.push({
        path: `${path}parent_id`,
        message: "cannot be of a new order: it has no transaction yet",
      });
    if (sent.amount === undefined) faults.push({ path: `${path}amount`, message: "is needed" });
    const gateway = readGateway(sent, path, faults);
    const type = gateway.gateway_type;
    if (isOwnGateway(type) && (kind !== "sale" || !reading.hasCustomer))
      faults.push({
        path: `${path}gateway.type`,
        message: `${type} is taken as a sale of an order with a customer`,
      });
    if (type === "credit" && !reading.isOwnCurrency)
      faults.push({
        path: `${path}gateway.type`,
        message: "credit is in the store's currency: the order must be, too",
      });
    const amount = readAmount(`${path}amount`, sent.amount ?? 0, reading);
    if (sent.amount !== undefined && amount === 0n)
      faults.push({ path: `${path}amount`, message: "must be more than 0" });
    return {
      id: plan.transaction_ids[at] ?? 0,
      kind,
      amount: fromUnits(amount, reading.decimals),
      ...gateway,
      parent_id: null,
      processed_at: gateway.status === "pending" ? null : plan.at,
      created_at: plan.at,
      updated_at: plan.at,
    };
  });
}
