const decimalsOf = (amount: string): number => (amount.split(".")[1] ?? "").length;

/** An amount in its smallest steps, of which there are 10 to the power of `decimals` in one. */
function stepsOf(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}

function fromSteps(steps: bigint, decimals: number): string {
  const digits = steps.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What is left of an amount after others are taken from it, exactly; nothing where they are more. */
export function amountLeft(amount: string, taken: readonly string[]): string {
  const decimals = Math.max(...[amount, ...taken].map(decimalsOf));
  const left = taken.reduce((sum, each) => sum - stepsOf(each, decimals), stepsOf(amount, decimals));
  return fromSteps(left > 0n ? left : 0n, decimals);
}

/** Amounts together, exactly. */
export function amountSum(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map(decimalsOf));
  return fromSteps(
    amounts.reduce((sum, each) => sum + stepsOf(each, decimals), 0n),
    decimals,
  );
}
