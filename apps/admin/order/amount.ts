const countDecimals = (amount: string): number => (amount.split(".")[1] ?? "").length;

/** Convert an amount to its smallest unit, 10 to the power of `decimals` of which make 1. */
function toSmallestUnits(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}

function fromSteps(steps: bigint, decimals: number): string {
  const digits = steps.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Subtract amounts from an amount exactly; at least 0. */
export function amountLeft(amount: string, taken: readonly string[]): string {
  const decimals = Math.max(...[amount, ...taken].map(countDecimals));
  const left = taken.reduce(
    (sum, part) => sum - toSmallestUnits(part, decimals),
    toSmallestUnits(amount, decimals),
  );
  return fromSteps(left > 0n ? left : 0n, decimals);
}

/** Add amounts exactly. */
export function amountSum(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map(countDecimals));
  return fromSteps(
    amounts.reduce((sum, part) => sum + toSmallestUnits(part, decimals), 0n),
    decimals,
  );
}
