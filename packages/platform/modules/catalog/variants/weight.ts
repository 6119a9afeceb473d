import { type FieldError, fieldError, gramsPerUnit, maxMeasure, type WeightUnit } from "@souk/contract";

/** A variant's weight in its unit, and the same weight in grams. */
export interface Weight {
  weight: number;
  weight_unit: WeightUnit;
  grams: number;
}

/** Round a weight or a dimension to four decimal places. */
export function roundMeasure(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/**
 * Compute a consistent weight from the sent fields. If a weight or unit is sent, grams are computed from it. If grams are sent
 * without a weight, the weight is computed from the grams, in the variant's unit. If all are sent, changed values
 * override unchanged ones.
 * @param path the prefix of the fields' paths in errors, such as `variants.0.`
 * @param errors the list that errors about `grams` are added to
 */
export function readWeight(
  sentFields: { [K in keyof Weight]?: Weight[K] | undefined },
  current: Weight,
  { path, errors }: { path: string; errors: FieldError[] },
): Weight {
  const weight_unit = sentFields.weight_unit ?? current.weight_unit;
  const weight = sentFields.weight === undefined ? current.weight : roundMeasure(sentFields.weight);
  const factor = gramsPerUnit[weight_unit];
  const isWeightUnchanged = weight === current.weight && weight_unit === current.weight_unit;
  const { grams } = sentFields;
  if (isWeightUnchanged && (grams === undefined || grams === current.grams)) return current;
  if (grams !== undefined && (isWeightUnchanged || sentFields.weight === undefined)) {
    const convertedWeight = roundMeasure(grams / factor);
    if (convertedWeight > maxMeasure)
      errors.push(
        fieldError(
          `${path}grams`,
          "out_of_range",
          { max: Math.floor(maxMeasure * factor) },
          `{field} is equal to ${convertedWeight} ${weight_unit}. A weight can be at most ${maxMeasure} ${weight_unit}.`,
        ),
      );
    return { weight: convertedWeight, weight_unit, grams };
  }
  const computedGrams = Math.round(weight * factor);
  if (grams !== undefined && grams !== current.grams && grams !== computedGrams) {
    errors.push(
      fieldError(
        `${path}grams`,
        "conflict",
        { with: "weight" },
        `{field} conflicts with the weight, which is ${computedGrams} g.`,
      ),
    );
  }
  return { weight, weight_unit, grams: computedGrams };
}
