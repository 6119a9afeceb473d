import { maxVariants } from "@souk/contract";
import { buildCombinationKey, type OptionShape, type VariantOptions } from "./option-shape.ts";

/** An option type that the product will have, with the names of its values. */
export interface TargetType {
  name: string;
  values: string[];
}

/** What happens to a product's variants when its options change. */
export interface OptionPlan {
  /** Variants that are kept, with their value of each target type. */
  keptVariants: { id: number; values: ReadonlyMap<string, string> }[];
  /** New variants. Each is copied from an existing one, its sibling. */
  newVariants: { sibling_id: number; values: ReadonlyMap<string, string> }[];
  deletedIds: number[];
}

/** A target type compared with the current type of the same name. */
interface TypeComparison {
  name: string;
  /** The current values; null for a new type. All existing variants get the first value of a new type. */
  currentValues: ReadonlySet<string> | null;
  firstValue: string;
  targetValues: ReadonlySet<string>;
  /** Target values that no existing variant has or gets. */
  newValues: string[];
}

function compareTypes(shape: OptionShape, target: readonly TargetType[]): TypeComparison[] {
  return target.map(({ name, values }) => {
    const type = shape.types.find((candidate) => candidate.name === name);
    const currentValues = type ? new Set(type.values.map((value) => value.name)) : null;
    const firstValue = values[0] ?? "";
    const newValues = values.filter((value) =>
      currentValues ? !currentValues.has(value) : value !== firstValue,
    );
    return { name, currentValues, firstValue, targetValues: new Set(values), newValues };
  });
}

/** Return a variant's value of a target type. @returns undefined when the target does not have this value, so the variant is deleted */
function findKeptValue({ values }: VariantOptions, comparison: TypeComparison): string | undefined {
  if (comparison.currentValues === null) return comparison.firstValue;
  const value = values.get(comparison.name);
  return value !== undefined && comparison.targetValues.has(value) ? value : undefined;
}

/** Yield every combination in which each value is the variant's own or a new one. */
function* createCombinations(
  variant: VariantOptions,
  comparisons: readonly TypeComparison[],
): Generator<Map<string, string>> {
  const [comparison, ...otherComparisons] = comparisons;
  if (!comparison) {
    yield new Map();
    return;
  }
  const keptValue = findKeptValue(variant, comparison);
  const possibleValues = [...(keptValue === undefined ? [] : [keptValue]), ...comparison.newValues];
  for (const value of possibleValues)
    for (const otherValues of createCombinations(variant, otherComparisons))
      yield new Map([[comparison.name, value], ...otherValues]);
}

/**
 * Plan how variants change when options change (PRD-6). A combination with a new value becomes a variant if an existing
 * variant has all of its other values, and the first such variant is copied. Therefore a combination that was deleted earlier
 * is not recreated.
 * @returns null when the product would have too many variants
 */
export function planOptions(shape: OptionShape, target: readonly TargetType[]): OptionPlan | null {
  const comparisons = compareTypes(shape, target);
  const names = target.map(({ name }) => name);
  const keptByKey = new Map<string, OptionPlan["keptVariants"][number]>();
  const deletedIds: number[] = [];
  for (const variant of shape.variants) {
    const pairs = comparisons.map(
      (comparison) => [comparison.name, findKeptValue(variant, comparison)] as const,
    );
    const values = new Map(
      pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const key = buildCombinationKey(names, values);
    if (values.size < comparisons.length || keptByKey.has(key)) deletedIds.push(variant.id);
    else keptByKey.set(key, { id: variant.id, values });
  }
  const newVariants = planNewVariants(shape, comparisons, keptByKey);
  return newVariants && { keptVariants: [...keptByKey.values()], newVariants, deletedIds };
}

function planNewVariants(
  shape: OptionShape,
  comparisons: readonly TypeComparison[],
  keptByKey: ReadonlyMap<string, unknown>,
): OptionPlan["newVariants"] | null {
  const names = comparisons.map(({ name }) => name);
  const newVariants = new Map<string, OptionPlan["newVariants"][number]>();
  for (const sibling of shape.variants) {
    for (const values of createCombinations(sibling, comparisons)) {
      const key = buildCombinationKey(names, values);
      const hasNewValue = comparisons.some(({ name, newValues }) =>
        newValues.includes(values.get(name) ?? ""),
      );
      if (!hasNewValue || keptByKey.has(key) || newVariants.has(key)) continue;
      if (keptByKey.size + newVariants.size === maxVariants) return null;
      newVariants.set(key, { sibling_id: sibling.id, values });
    }
  }
  return sortByValues(comparisons, [...newVariants.values()]);
}

/** Sort new variants by the position of their value of the first type, then of the second, and so on. */
function sortByValues(
  comparisons: readonly TypeComparison[],
  newVariants: OptionPlan["newVariants"],
): OptionPlan["newVariants"] {
  const valueOrders = comparisons.map(({ name, targetValues }) => ({ name, valueOrder: [...targetValues] }));
  return newVariants.toSorted((a, b) => {
    for (const { name, valueOrder } of valueOrders) {
      const difference =
        valueOrder.indexOf(a.values.get(name) ?? "") - valueOrder.indexOf(b.values.get(name) ?? "");
      if (difference !== 0) return difference;
    }
    return 0;
  });
}
