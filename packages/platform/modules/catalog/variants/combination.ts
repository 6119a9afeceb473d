import { type FieldError, fieldError } from "@souk/contract";
import { buildCombinationKey, type OptionShape } from "../options/option-shape.ts";
import type { VariantInput } from "./variant-columns.ts";

/** A variant's option values by option type. */
export type Combination = ReadonlyMap<string, string>;

/** The path of a variant's options in the request, and the errors found. */
export interface CombinationContext {
  path: string;
  errors: FieldError[];
}

/**
 * Read the options of a variant, which must have exactly one value of each option type.
 * @returns the values; null if the options are invalid, after an error was added to `errors`
 */
export function readCombination(
  options: NonNullable<VariantInput["options"]>,
  types: readonly string[],
  { path, errors }: CombinationContext,
): Combination | null {
  const pairs = options.map(({ name, value }) => [name.trim(), value.trim()] as const);
  const values = new Map(pairs);
  const blankIndex = pairs.findIndex((pair) => pair.includes(""));
  if (blankIndex >= 0) {
    const property = pairs[blankIndex]?.[0] === "" ? "name" : "value";
    errors.push(fieldError(`${path}.${blankIndex}.${property}`, "required"));
    return null;
  }
  if (pairs.length === types.length && types.every((type) => values.has(type))) return values;
  const requirement =
    types.length === 0
      ? "must be empty, because the product has no option types"
      : `must have exactly one value for each option type: ${types.join(", ")}`;
  errors.push(fieldError(path, "not_allowed", { allowed: types }, `{field} ${requirement}.`));
  return null;
}

/**
 * Find variants with the same options as an earlier one.
 * @param combinations the options of each variant, by its id or by another key
 * @returns the key of each duplicate, with the key of the first variant that has these options
 */
export function findDuplicates<K>(
  types: readonly string[],
  combinations: Iterable<readonly [K, Combination]>,
): [K, K][] {
  const firstKeys = new Map<string, K>();
  const duplicates: [K, K][] = [];
  for (const [key, values] of combinations) {
    const combinationKey = buildCombinationKey(types, values);
    const firstKey = firstKeys.get(combinationKey);
    if (firstKey === undefined) firstKeys.set(combinationKey, key);
    else duplicates.push([key, firstKey]);
  }
  return duplicates;
}

/** Return a copy of a product's option types, in which each new value of these combinations follows the existing values. */
export function addNewValues({ types }: OptionShape, combinations: Iterable<Combination>) {
  const target = types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
  for (const combination of combinations)
    for (const type of target) {
      const value = combination.get(type.name);
      if (value !== undefined && !type.values.includes(value)) type.values.push(value);
    }
  return target;
}
