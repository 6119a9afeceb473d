import { maxVariants } from "@souk/contract";
import { combinationKey, type OptionShape, type ShapedVariant } from "./option-shape.ts";

/** Option types with the names of their values, as wanted. */
export interface TargetType {
  name: string;
  values: string[];
}

/** The outcome for a product's variants when its options change. */
export interface OptionPlan {
  /** Variants that stay, with their values of the wanted types. */
  kept: { id: number; values: ReadonlyMap<string, string> }[];
  /** New variants, each made like an existing one. */
  made: { sibling_id: number; values: ReadonlyMap<string, string> }[];
  deletedIds: number[];
}

/** The overlap of a wanted type with the current type. */
interface Axis {
  name: string;
  /** The values known before. Null for a new type: existing variants get the first of its values. */
  known: ReadonlySet<string> | null;
  first: string;
  targetValues: ReadonlySet<string>;
  /** Values that no variant has so far. */
  fresh: string[];
}

function buildAxes(shape: OptionShape, target: readonly TargetType[]): Axis[] {
  return target.map(({ name, values }) => {
    const type = shape.types.find((candidate) => candidate.name === name);
    const known = type ? new Set(type.values.map((value) => value.name)) : null;
    const first = values[0] ?? "";
    const fresh = values.filter((value) => (known ? !known.has(value) : value !== first));
    return { name, known, first, targetValues: new Set(values), fresh };
  });
}

/** Return the value that a variant keeps on an axis; undefined when it is removed. */
function keptValue({ values }: ShapedVariant, axis: Axis): string | undefined {
  if (axis.known === null) return axis.first;
  const value = values.get(axis.name);
  return value !== undefined && axis.targetValues.has(value) ? value : undefined;
}

/** Yield every combination of a variant's kept values with the fresh ones. */
function* combinationsFrom(variant: ShapedVariant, axes: readonly Axis[]): Generator<Map<string, string>> {
  const [axis, ...rest] = axes;
  if (!axis) {
    yield new Map();
    return;
  }
  const own = keptValue(variant, axis);
  for (const value of own === undefined ? axis.fresh : [own, ...axis.fresh])
    for (const others of combinationsFrom(variant, rest)) yield new Map([[axis.name, value], ...others]);
}

/**
 * Plan the effect of an option change on variants (PRD-6). A new combination is made when some variant has the values
 * that it shares with the current options, and is made like the first such variant; a combination deleted before is
 * not recreated.
 * @returns null when the product would have too many variants
 */
export function planOptions(shape: OptionShape, target: readonly TargetType[]): OptionPlan | null {
  const axes = buildAxes(shape, target);
  const names = target.map(({ name }) => name);
  const kept = new Map<string, OptionPlan["kept"][number]>();
  const deletedIds: number[] = [];
  for (const variant of shape.variants) {
    const pairs = axes.map((axis) => [axis.name, keptValue(variant, axis)] as const);
    const values = new Map(
      pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const key = combinationKey(names, values);
    if (values.size < axes.length || kept.has(key)) deletedIds.push(variant.id);
    else kept.set(key, { id: variant.id, values });
  }
  const made = planNewVariants(shape, axes, kept);
  return made && { kept: [...kept.values()], made, deletedIds };
}

function planNewVariants(
  shape: OptionShape,
  axes: readonly Axis[],
  kept: ReadonlyMap<string, unknown>,
): OptionPlan["made"] | null {
  const names = axes.map(({ name }) => name);
  const made = new Map<string, OptionPlan["made"][number]>();
  for (const sibling of shape.variants) {
    for (const values of combinationsFrom(sibling, axes)) {
      const key = combinationKey(names, values);
      const isFresh = axes.some(({ name, fresh }) => fresh.includes(values.get(name) ?? ""));
      if (!isFresh || kept.has(key) || made.has(key)) continue;
      if (kept.size + made.size === maxVariants) return null;
      made.set(key, { sibling_id: sibling.id, values });
    }
  }
  return inOrder(axes, [...made.values()]);
}

/** Sort by the first type's order, then by the second's. */
function inOrder(axes: readonly Axis[], made: OptionPlan["made"]): OptionPlan["made"] {
  const orders = axes.map(({ name, targetValues }) => ({ name, order: [...targetValues] }));
  return made.toSorted((a, b) => {
    for (const { name, order } of orders) {
      const apart = order.indexOf(a.values.get(name) ?? "") - order.indexOf(b.values.get(name) ?? "");
      if (apart !== 0) return apart;
    }
    return 0;
  });
}
