const decimalsOf = (amount: string): number => (amount.split(".")[1] ?? "").length;

/** An amount in its smallest steps, of which there are 10 to the power of `decimals` in one. */
function stepsOf(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}

/** What is left of an amount after others are taken from it, exactly; nothing where they are more. */
export function amountLeft(amount: string, taken: readonly string[]): string {
  const decimals = Math.max(...[amount, ...taken].map(decimalsOf));
  const left = taken.reduce((sum, each) => sum - stepsOf(each, decimals), stepsOf(amount, decimals));
  const digits = (left > 0n ? left : 0n).toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
