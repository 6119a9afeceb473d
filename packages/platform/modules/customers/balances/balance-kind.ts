/** What a customer has a balance of, and how it is kept and shown. */
export interface BalanceKind {
  /** As the ledger calls it, and what its answers are wrapped in. */
  balance: "credit" | "point";
  /** The column of customers, which is also its name in documents. */
  column: "total_credit" | "total_point";
  /** What lists of its ledger are called. */
  plural: "credits" | "points";
  /** In sentences. */
  called: string;
  type: "numeric" | "bigint";
  /** Whether it is money: it has no more decimals than the store's currency has. */
  isMoney: boolean;
  /** A balance, or an amount, as JSON: `exponent` is the placeholder of the currency's decimals. */
  shown(amount: string, exponent: string): string;
  /** The same of an amount of the past, which may have more decimals than the currency has now. */
  shownInLedger(amount: string, exponent: string): string;
}

/** No balance is greater; it is below 2^53, too. */
export const mostBalance = "999999999999999";

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
