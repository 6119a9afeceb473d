/** A kind of customer balance, and how it is stored and shown. */
export interface BalanceKind {
  /** The ledger's name of it, also the wrapper of its responses. */
  balance: "credit" | "point";
  /** The column of customers, which is also its name in snapshots. */
  column: "total_credit" | "total_point";
  /** The name of its ledger's lists. */
  plural: "credits" | "points";
  /** The name in sentences. */
  called: string;
  type: "numeric" | "bigint";
  /** Whether it is money: then it has no more decimals than the store's currency has. */
  isMoney: boolean;
  /** Build a balance or an amount as JSON: `exponent` is the placeholder of the currency's decimals. */
  shown(amount: string, exponent: string): string;
  /** Build a past amount as JSON, which may have more decimals than the currency has now. */
  shownInLedger(amount: string, exponent: string): string;
}

/** The largest balance, which is below 2^53 too. */
export const maxBalance = "999999999999999";

export const credit: BalanceKind = {
  balance: "credit",
  column: "total_credit",
  plural: "credits",
  called: "store credit",
  type: "numeric",
  isMoney: true,
  shown: (amount, exponent) => `round(${amount}, ${exponent}::integer)::text`,
  shownInLedger: (amount, exponent) =>
    `round(${amount}, greatest(min_scale(${amount}), ${exponent}::integer))::text`,
};

export const point: BalanceKind = {
  balance: "point",
  column: "total_point",
  plural: "points",
  called: "points",
  type: "bigint",
  isMoney: false,
  shown: (amount) => `${amount}::bigint`,
  shownInLedger: (amount) => `${amount}::bigint`,
};
