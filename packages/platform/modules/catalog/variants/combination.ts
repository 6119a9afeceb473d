import type { FieldError } from "@souk/contract";
import { combinationKey, type OptionShape } from "../options/option-shape.ts";
import type { VariantInput } from "./variant-fields.ts";

/** A variant's values by their types. */
export type Combination = ReadonlyMap<string, string>;

/** Where the options of a variant stand in what was sent, and what is wrong. */
export interface CombinationReading {
  path: string;
  faults: FieldError[];
}

/** Reads the options of a variant: one value of each type, no other. Null when they are wrong, which the faults say. */
export function readCombination(
  options: NonNullable<VariantInput["options"]>,
  types: readonly string[],
  { path, faults }: CombinationReading,
): Combination | null {
  const pairs = options.map(({ name, value }) => [name.trim(), value.trim()] as const);
  const values = new Map(pairs);
  const blank = pairs.findIndex((pair) => pair.includes(""));
  if (blank >= 0) {
    const part = pairs[blank]?.[0] === "" ? "name" : "value";
    faults.push({ path: `${path}.${blank}.${part}`, message: "must not be blank" });
    return null;
  }
  if (pairs.length === types.length && types.every((type) => values.has(type))) return values;
  const wanted =
    types.length === 0 ? "none: the product has no option types" : `one value of ${types.join(", ")}`;
  faults.push({ path, message: `must name ${types.length > 1 ? "each once: " : ""}${wanted}` });
  return null;
}

/**
 * Names the variants that would be the same as another.
 * @param combinations by variant; in place of an id, any key of one that is new
 */
export function findTwins<K>(
  types: readonly string[],
  combinations: Iterable<readonly [K, Combination]>,
): [K, K][] {
  const seen = new Map<string, K>();
  const twins: [K, K][] = [];
  for (const [key, values] of combinations) {
    const text = combinationKey(types, values);
    const first = seen.get(text);
    if (first === undefined) seen.set(text, key);
    else twins.push([key, first]);
  }
  return twins;
}

/** The types of a product with the values that it gets: those of the combinations that are new stand at the end. */
export function withValues({ types }: OptionShape, combinations: Iterable<Combination>) {
  const wanted = types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
  for (const combination of combinations)
    for (const type of wanted) {
      const value = combination.get(type.name);
      if (value !== undefined && !type.values.includes(value)) type.values.push(value);
    }
  return wanted;
}
