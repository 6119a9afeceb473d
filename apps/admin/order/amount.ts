/** Count the decimal places of an amount. */
const countDecimals = (amount: string): number => (amount.split(".")[1] ?? "").length;

/** Convert an amount to units of 10 to the power of `-decimals`: "1.50" with 2 decimals becomes 150. */
function toSmallestUnits(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}

/** Convert units of 10 to the power of `-decimals` to an amount: 150 with 2 decimals becomes "1.50". */
function fromSmallestUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Subtract amounts from an amount exactly. The result is at least 0 and has as many decimal places as the amount with the
 * most decimal places.
 */
export function subtractAmounts(amount: string, subtrahends: readonly string[]): string {
  const decimals = Math.max(...[amount, ...subtrahends].map(countDecimals));
  const difference = subtrahends.reduce(
    (units, subtrahend) => units - toSmallestUnits(subtrahend, decimals),
    toSmallestUnits(amount, decimals),
  );
  return fromSmallestUnits(difference > 0n ? difference : 0n, decimals);
}

/** Add amounts exactly. */
export function addAmounts(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map(countDecimals));
  return fromSmallestUnits(
    amounts.reduce((units, amount) => units + toSmallestUnits(amount, decimals), 0n),
    decimals,
  );
}
