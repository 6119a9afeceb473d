/** How one kind of customer balance, which is store credit or points, is stored and shown. */
export interface BalanceKind {
  /** The value of `balance_movements.balance`, which is also the key that wraps responses. */
  balance: "credit" | "point";
  /** The column of `customers`, which is also the field in snapshots. */
  column: "total_credit" | "total_point";
  /** The key of the lines in a list of the balance's ledger. */
  plural: "credits" | "points";
  /** The name of the balance in messages. */
  label: string;
  /** The PostgreSQL type of the column. */
  type: "numeric" | "bigint";
  /** Whether the balance is an amount of money, with at most as many decimal places as the store's currency. */
  isMoney: boolean;
  /**
   * Build the SQL expression for the JSON of a balance.
   * @param amount the SQL expression of the amount
   * @param exponent the placeholder of the currency's number of decimal places
   */
  balanceSql(amount: string, exponent: string): string;
  /** Build the SQL expression for the JSON of a past amount, which may have more decimal places than the current currency. */
  ledgerAmountSql(amount: string, exponent: string): string;
}

/** The maximum balance. It is below 2^53, so JSON numbers hold it exactly. */
export const maxBalance = "999999999999999";

/** How store credit is stored and shown. */
export const creditKind: BalanceKind = {
  balance: "credit",
  column: "total_credit",
  plural: "credits",
  label: "store credit",
  type: "numeric",
  isMoney: true,
  balanceSql: (amount, exponent) => `round(${amount}, ${exponent}::integer)::text`,
  ledgerAmountSql: (amount, exponent) =>
    `round(${amount}, greatest(min_scale(${amount}), ${exponent}::integer))::text`,
};

/** How loyalty points are stored and shown. */
export const pointKind: BalanceKind = {
  balance: "point",
  column: "total_point",
  plural: "points",
  label: "points",
  type: "bigint",
  isMoney: false,
  balanceSql: (amount) => `${amount}::bigint`,
  ledgerAmountSql: (amount) => `${amount}::bigint`,
};
