/** Amounts in the smallest unit of their currency, so that sums are exact. */
export { formatMinorUnits, toMinorUnits } from "@souk/contract";

export function sumUnits(units: readonly bigint[]): bigint {
  return units.reduce((sum, value) => sum + value, 0n);
}

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Divide two non-negative whole numbers and round half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Convert a decimal number, for example a rate, to a fraction of whole numbers. */
export function parseFraction(decimal: string): { numerator: bigint; denominator: bigint } {
  const [whole = "0", part = ""] = decimal.split(".");
  return { numerator: BigInt(whole + part), denominator: 10n ** BigInt(part.length) };
}

/**
 * Divide an amount among parts by their weights, each rounded half up; a rounding difference goes to the
 * largest weight that has room for it. No part gets more than its weight unless the amount exceeds the sum of
 * the weights.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = sumUnits(weights);
  if (total === 0n || amount === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) =>
    minBigint(divideHalfUp(amount * weight, total), amount > total ? amount : weight),
  );
  const byWeight = weights
    .map((_, index) => index)
    .sort((a, b) => Number((weights[b] ?? 0n) - (weights[a] ?? 0n)));
  let rest = amount - sumUnits(parts);
  for (const index of byWeight) {
    const part = parts[index] ?? 0n;
    const room = amount > total ? rest : (weights[index] ?? 0n) - part;
    const moved = rest > 0n ? minBigint(rest, room) : -minBigint(-rest, part);
    parts[index] = part + moved;
    rest -= moved;
  }
  return parts;
}
