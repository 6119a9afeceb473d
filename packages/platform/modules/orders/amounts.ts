// Amounts are in the smallest unit of their currency (minor units), so that sums are exact.
export { formatMinorUnits, toMinorUnits } from "@souk/contract";

export function sumBigints(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Divide two non-negative whole numbers and round half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Convert a decimal number, for example an exchange rate, to a fraction of whole numbers. */
export function parseFraction(decimal: string): { numerator: bigint; denominator: bigint } {
  const [whole = "0", decimals = ""] = decimal.split(".");
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

/**
 * Divide an amount into shares in proportion to weights. Each share is rounded half up. The shares of the largest
 * weights absorb the rounding difference, so that the shares add up to the amount. No share exceeds its weight, unless the
 * amount exceeds the sum of the weights.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const totalWeight = sumBigints(weights);
  if (totalWeight === 0n || amount === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) =>
    minBigint(divideHalfUp(amount * weight, totalWeight), amount > totalWeight ? amount : weight),
  );
  const indexesByWeight = weights
    .map((_, index) => index)
    .sort((a, b) => Number((weights[b] ?? 0n) - (weights[a] ?? 0n)));
  let difference = amount - sumBigints(shares);
  for (const index of indexesByWeight) {
    const share = shares[index] ?? 0n;
    const maxIncrease = amount > totalWeight ? difference : (weights[index] ?? 0n) - share;
    const adjustment = difference > 0n ? minBigint(difference, maxIncrease) : -minBigint(-difference, share);
    shares[index] = share + adjustment;
    difference -= adjustment;
  }
  return shares;
}
