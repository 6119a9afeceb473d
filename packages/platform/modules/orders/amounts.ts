/** Amounts in the smallest unit of their currency, so that sums are exact. */
export { fromUnits, toUnits } from "@souk/contract";

export function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + one, 0n);
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** A quotient of whole numbers that are not negative, rounded half up. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** A decimal number such as a rate as a fraction of whole numbers. */
export function fractionOf(decimal: string): { over: bigint; under: bigint } {
  const [whole = "0", part = ""] = decimal.split(".");
  return { over: BigInt(whole + part), under: 10n ** BigInt(part.length) };
}

/**
 * Divides an amount among parts by their weights, each rounded half up; what is left over or missing goes to the largest
 * weight that can bear it. No part gets more than its weight, unless all together are to.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = sumOf(weights);
  if (total === 0n || amount === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) =>
    least(halfUp(amount * weight, total), amount > total ? amount : weight),
  );
  const byWeight = weights.map((_, at) => at).sort((a, b) => Number((weights[b] ?? 0n) - (weights[a] ?? 0n)));
  let rest = amount - sumOf(parts);
  for (const at of byWeight) {
    const part = parts[at] ?? 0n;
    const room = amount > total ? rest : (weights[at] ?? 0n) - part;
    const moved = rest > 0n ? least(rest, room) : -least(-rest, part);
    parts[at] = part + moved;
    rest -= moved;
  }
  return parts;
}
