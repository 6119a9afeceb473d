import { type FieldError, fieldError } from "@souk/contract";
import { combinationKey, type OptionShape } from "../options/option-shape.ts";
import type { VariantInput } from "./variant-columns.ts";

/** A variant's values by their types. */
export type Combination = ReadonlyMap<string, string>;

/** The path of a variant's options in the request, and the errors found. */
export interface CombinationReading {
  path: string;
  errors: FieldError[];
}

/**
 * Read the options of a variant: one value of each type, no other. Return null when they are wrong, and add the
 * errors.
 */
export function readCombination(
  options: NonNullable<VariantInput["options"]>,
  types: readonly string[],
  { path, errors }: CombinationReading,
): Combination | null {
  const pairs = options.map(({ name, value }) => [name.trim(), value.trim()] as const);
  const values = new Map(pairs);
  const blank = pairs.findIndex((pair) => pair.includes(""));
  if (blank >= 0) {
    const part = pairs[blank]?.[0] === "" ? "name" : "value";
    errors.push(fieldError(`${path}.${blank}.${part}`, "required"));
    return null;
  }
  if (pairs.length === types.length && types.every((type) => values.has(type))) return values;
  const expected =
    types.length === 0
      ? "must be empty, because the product has no option types"
      : `must have exactly one value for each option type: ${types.join(", ")}`;
  errors.push(fieldError(path, "not_allowed", { allowed: types }, `{field} ${expected}.`));
  return null;
}

/**
 * Find the variants that would be duplicates of another.
 * @param combinations by variant; a new one has any key in place of an id
 */
export function findDuplicates<K>(
  types: readonly string[],
  combinations: Iterable<readonly [K, Combination]>,
): [K, K][] {
  const seen = new Map<string, K>();
  const duplicates: [K, K][] = [];
  for (const [key, values] of combinations) {
    const text = combinationKey(types, values);
    const first = seen.get(text);
    if (first === undefined) seen.set(text, key);
    else duplicates.push([key, first]);
  }
  return duplicates;
}

/** Return the types of a product with their new values: values of new combinations are added at the end. */
export function withValues({ types }: OptionShape, combinations: Iterable<Combination>) {
  const target = types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
  for (const combination of combinations)
    for (const type of target) {
      const value = combination.get(type.name);
      if (value !== undefined && !type.values.includes(value)) type.values.push(value);
    }
  return target;
}
