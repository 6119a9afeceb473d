import type { AdminConsole } from "@souk/client";
import { operations } from "@souk/contract";
import { formatMoney, formatNumber, type PlainSchema } from "@souk/ui";
import { texts } from "../../texts.ts";
import { type BalanceEntry, creditEntry, pointEntry } from "./balance-entry.ts";

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
  /** The amount to add, or with a minus to deduct. */
  by: string;
  description: string;
  idempotencyKey: string;
}

/** Store credit or points: the differences between the pages of both. */
export interface BalanceKind {
  name: "credit" | "points";
  words: (typeof texts.customersBalances)["credit" | "points"];
  /** What the API takes, and the field of it that takes the amount. */
  body: PlainSchema;
  field: string;
  format(amount: string, currency: string): string;
  read(
    admin: AdminConsole,
    customer_id: number,
    asked: { page: number; signal: AbortSignal },
  ): Promise<HistoryPage>;
  adjust(admin: AdminConsole, adjustment: Adjustment): Promise<unknown>;
}

const latestFirst = { limit: 50, sort: "id.desc" } as const;

export const creditKind: BalanceKind = {
  name: "credit",
  words: texts.customersBalances.credit,
  body: operations.adjustCredit.body as PlainSchema,
  field: "adjustment_amount",
  format: formatMoney,
  read: async ({ credits }, customer_id, { page, signal }) => {
    const query = { ...latestFirst, page };
    const answer = await credits.list({ params: { customer_id }, query, signal });
    return { ...answer, entries: answer.credits.map(creditEntry), total: answer.total_credit };
  },
  adjust: ({ credits }, { customer_id, by, description, idempotencyKey }) =>
    credits.adjust({
      params: { customer_id },
      body: { adjustment_amount: by, description },
      idempotencyKey,
    }),
};

export const pointKind: BalanceKind = {
  name: "points",
  words: texts.customersBalances.points,
  body: operations.adjustPoint.body as PlainSchema,
  field: "value",
  format: (amount) => formatNumber(Number(amount)),
  read: async ({ points }, customer_id, { page, signal }) => {
    const query = { ...latestFirst, page };
    const answer = await points.list({ params: { customer_id }, query, signal });
    return { ...answer, entries: answer.points.map(pointEntry), total: String(answer.total_point) };
  },
  adjust: ({ points }, { customer_id, by, description, idempotencyKey }) =>
    points.adjust({ params: { customer_id }, body: { value: Number(by), description }, idempotencyKey }),
};
