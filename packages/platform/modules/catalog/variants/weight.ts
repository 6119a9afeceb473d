import { type FieldError, gramsOf, mostMeasure, type WeightUnit } from "@souk/contract";

export interface Weight {
  weight: number;
  weight_unit: WeightUnit;
  grams: number;
}

/** A measure as it is kept. */
export function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/**
 * The weight after what is sent of it: grams follow weight and unit; sent without a weight, they change it in its unit. Where
 * all are sent, what is as it was already gives way to what is new.
 * @param path where the fields stand, with a point behind, for the faults
 */
export function readWeight(
  sent: { [K in keyof Weight]?: Weight[K] | undefined },
  current: Weight,
  { path, faults }: { path: string; faults: FieldError[] },
): Weight {
  const weight_unit = sent.weight_unit ?? current.weight_unit;
  const weight = sent.weight === undefined ? current.weight : fourDecimals(sent.weight);
  const factor = gramsOf[weight_unit];
  const same = weight === current.weight && weight_unit === current.weight_unit;
  const { grams } = sent;
  if (same && (grams === undefined || grams === current.grams)) return current;
  if (grams !== undefined && (same || sent.weight === undefined)) {
    const following = fourDecimals(grams / factor);
    if (following > mostMeasure)
      faults.push({
        path: `${path}grams`,
        message: `are ${following} ${weight_unit}; a weight has at most ${mostMeasure} of its unit`,
      });
    return { weight: following, weight_unit, grams };
  }
  const computed = Math.round(weight * factor);
  if (grams !== undefined && grams !== current.grams && grams !== computed) {
    faults.push({ path: `${path}grams`, message: `is not the weight, which is ${computed} g` });
  }
  return { weight, weight_unit, grams: computed };
}
