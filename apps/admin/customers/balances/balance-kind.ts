import type { AdminConsole } from "@souk/client";
import { operations } from "@souk/contract";
import { formatMoney, formatNumber, type PlainSchema } from "@souk/ui";
import { texts } from "../../texts.ts";
import { type BalanceEntry, toCreditEntry, toPointEntry } from "./balance-entry.ts";

interface HistoryPage {
  entries: BalanceEntry[];
  /** The current balance. */
  total: string;
  page: number;
  page_count: number;
  total_count: number;
}

interface Adjustment {
  customer_id: number;
  /** The amount to add; negative to deduct it. */
  amount: string;
  description: string;
  idempotencyKey: string;
}

/** What differs between the page of a customer's store credit and the page of the customer's loyalty points. */
export interface BalanceKind {
  name: "credit" | "points";
  words: (typeof texts.customersBalances)["credit" | "points"];
  /** The schema of the request that adjusts the balance. */
  requestSchema: PlainSchema;
  /** The field of the request that contains the amount. */
  amountField: string;
  format(amount: string, currency: string): string;
  loadHistory(
    admin: AdminConsole,
    customer_id: number,
    options: { page: number; signal: AbortSignal },
  ): Promise<HistoryPage>;
  adjust(admin: AdminConsole, adjustment: Adjustment): Promise<unknown>;
}

const newestFirst = { limit: 50, sort: "id.desc" } as const;

export const creditKind: BalanceKind = {
  name: "credit",
  words: texts.customersBalances.credit,
  requestSchema: operations.adjustCredit.body as PlainSchema,
  amountField: "adjustment_amount",
  format: formatMoney,
  loadHistory: async ({ credits }, customer_id, { page, signal }) => {
    const query = { ...newestFirst, page };
    const response = await credits.list({ params: { customer_id }, query, signal });
    return { ...response, entries: response.credits.map(toCreditEntry), total: response.total_credit };
  },
  adjust: ({ credits }, { customer_id, amount, description, idempotencyKey }) =>
    credits.adjust({
      params: { customer_id },
      body: { adjustment_amount: amount, description },
      idempotencyKey,
    }),
};

export const pointKind: BalanceKind = {
  name: "points",
  words: texts.customersBalances.points,
  requestSchema: operations.adjustPoint.body as PlainSchema,
  amountField: "value",
  format: (amount) => formatNumber(Number(amount)),
  loadHistory: async ({ points }, customer_id, { page, signal }) => {
    const query = { ...newestFirst, page };
    const response = await points.list({ params: { customer_id }, query, signal });
    return { ...response, entries: response.points.map(toPointEntry), total: String(response.total_point) };
  },
  adjust: ({ points }, { customer_id, amount, description, idempotencyKey }) =>
    points.adjust({ params: { customer_id }, body: { value: Number(amount), description }, idempotencyKey }),
};
