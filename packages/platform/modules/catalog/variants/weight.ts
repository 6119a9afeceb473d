import { type FieldError, fieldError, maxMeasure, toGrams, type WeightUnit } from "@souk/contract";

export interface Weight {
  weight: number;
  weight_unit: WeightUnit;
  grams: number;
}

/** Round a measure to four decimals. */
export function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/**
 * Compute the weight from the sent fields: grams follow weight and unit; sent without a weight, they change it in its
 * unit. Where all are sent, changed values override unchanged ones.
 * @param path the path of the fields, with a trailing point, for the errors
 */
export function readWeight(
  sent: { [K in keyof Weight]?: Weight[K] | undefined },
  current: Weight,
  { path, errors }: { path: string; errors: FieldError[] },
): Weight {
  const weight_unit = sent.weight_unit ?? current.weight_unit;
  const weight = sent.weight === undefined ? current.weight : fourDecimals(sent.weight);
  const factor = toGrams[weight_unit];
  const same = weight === current.weight && weight_unit === current.weight_unit;
  const { grams } = sent;
  if (same && (grams === undefined || grams === current.grams)) return current;
  if (grams !== undefined && (same || sent.weight === undefined)) {
    const following = fourDecimals(grams / factor);
    if (following > maxMeasure)
      errors.push(
        fieldError(
          `${path}grams`,
          "out_of_range",
          { max: Math.floor(maxMeasure * factor) },
          `{field} comes to ${following} ${weight_unit}. A weight can be at most ${maxMeasure} ${weight_unit}.`,
        ),
      );
    return { weight: following, weight_unit, grams };
  }
  const computed = Math.round(weight * factor);
  if (grams !== undefined && grams !== current.grams && grams !== computed) {
    errors.push(
      fieldError(
        `${path}grams`,
        "conflict",
        { with: "weight" },
        `{field} conflicts with the weight, which is ${computed} g.`,
      ),
    );
  }
  return { weight, weight_unit, grams: computed };
}
