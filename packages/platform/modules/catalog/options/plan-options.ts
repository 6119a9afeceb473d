import { mostVariants } from "@souk/contract";
import { combinationKey, type OptionShape, type ShapedVariant } from "./option-shape.ts";

/** Option types with the names of their values, as they are to be. */
export interface WantedType {
  name: string;
  values: string[];
}

/** What becomes of the variants of a product when its options change. */
export interface OptionPlan {
  /** Those that stay, with their values of the wanted types. */
  kept: { id: number; values: ReadonlyMap<string, string> }[];
  /** New ones, each made like a variant that was there. */
  made: { sibling_id: number; values: ReadonlyMap<string, string> }[];
  gone: number[];
}

/** What a wanted type has in common with what was. */
interface Axis {
  name: string;
  /** Null of a type that is new: what was there takes the first of its values. */
  known: ReadonlySet<string> | null;
  first: string;
  wanted: ReadonlySet<string>;
  /** Values that no variant has so far. */
  fresh: string[];
}

function axesOf(shape: OptionShape, wanted: readonly WantedType[]): Axis[] {
  return wanted.map(({ name, values }) => {
    const type = shape.types.find((one) => one.name === name);
    const known = type ? new Set(type.values.map((value) => value.name)) : null;
    const first = values[0] ?? "";
    const fresh = values.filter((value) => (known ? !known.has(value) : value !== first));
    return { name, known, first, wanted: new Set(values), fresh };
  });
}

/** The value that a variant keeps on an axis; undefined when it is taken away. */
function keptValue({ values }: ShapedVariant, axis: Axis): string | undefined {
  if (axis.known === null) return axis.first;
  const value = values.get(axis.name);
  return value !== undefined && axis.wanted.has(value) ? value : undefined;
}

/** Every combination of a variant's kept values with the fresh ones. */
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
 * What a change of options does to variants (PRD-6). A new combination is made when some variant has the values that it shares
 * with what was there, and is made like the first such variant; a combination that was taken away before stays away.
 * @returns null when more variants would come of it than a product has
 */
export function planOptions(shape: OptionShape, wanted: readonly WantedType[]): OptionPlan | null {
  const axes = axesOf(shape, wanted);
  const names = wanted.map(({ name }) => name);
  const kept = new Map<string, OptionPlan["kept"][number]>();
  const gone: number[] = [];
  for (const variant of shape.variants) {
    const pairs = axes.map((axis) => [axis.name, keptValue(variant, axis)] as const);
    const values = new Map(
      pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const key = combinationKey(names, values);
    if (values.size < axes.length || kept.has(key)) gone.push(variant.id);
    else kept.set(key, { id: variant.id, values });
  }
  const made = madeOf(shape, axes, kept);
  return made && { kept: [...kept.values()], made, gone };
}

function madeOf(
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
      if (kept.size + made.size === mostVariants) return null;
      made.set(key, { sibling_id: sibling.id, values });
    }
  }
  return inOrder(axes, [...made.values()]);
}

/** As people would count them: by the first type's order, then the second's. */
function inOrder(axes: readonly Axis[], made: OptionPlan["made"]): OptionPlan["made"] {
  const orders = axes.map(({ name, wanted }) => ({ name, order: [...wanted] }));
  return made.toSorted((a, b) => {
    for (const { name, order } of orders) {
      const apart = order.indexOf(a.values.get(name) ?? "") - order.indexOf(b.values.get(name) ?? "");
      if (apart !== 0) return apart;
    }
    return 0;
  });
}
