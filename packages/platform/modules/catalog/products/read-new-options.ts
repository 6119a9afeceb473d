import { type FieldError, mostTypes, mostVariants } from "@souk/contract";
import { readDefinitions } from "../options/read-definitions.ts";
import { type Combination, findTwins, readCombination } from "../variants/combination.ts";
import type { NewProduct, NewProductInput } from "./new-product.ts";

type Options = NewProduct["options"];

/** The option types of a new product, and the values of each of its variants in the types' order. */
export interface NewOptions {
  options: Options;
  combinations: string[][];
}

/** All combinations, the last type's values changing fastest; no more than are needed to say that they are too many. */
function crossProduct(options: Options): string[][] {
  let all: string[][] = [[]];
  for (const { values } of options) {
    all = all.flatMap((before) => values.map((value) => [...before, value])).slice(0, mostVariants + 1);
  }
  return all;
}

/** The types that variants name, in the order in which they come. */
function namedTypes(variants: NonNullable<NewProductInput["variants"]>): string[] {
  return [...new Set(variants.flatMap(({ options = [] }) => options.map(({ name }) => name.trim())))];
}

function requireKnownValues(
  options: Options,
  combinations: readonly (readonly [number, Combination])[],
  faults: FieldError[],
): void {
  for (const { name, values } of options) {
    const used = new Set(combinations.map(([, combination]) => combination.get(name) ?? ""));
    for (const [index, combination] of combinations) {
      const value = combination.get(name) ?? "";
      if (!values.includes(value))
        faults.push({
          path: `variants.${index}.options`,
          message: `names ${value}, which is no value of ${name}`,
        });
    }
    const unused = values.find((value) => !used.has(value));
    if (unused !== undefined)
      faults.push({ path: "variant_options", message: `has ${name} ${unused}, which no variant has` });
  }
}

/** Reads the options of a new product and which variant has which values. */
export function readNewOptions(
  { variants, variant_options }: NewProductInput,
  faults: FieldError[],
): NewOptions {
  const defined = variant_options ? readDefinitions(variant_options, faults) : [];
  if (!variants) return { options: defined, combinations: crossProduct(defined) };
  const types = variant_options ? defined.map(({ name }) => name) : namedTypes(variants);
  if (types.length > mostTypes) {
    const message = `name ${types.length} option types (${types.join(", ").slice(0, 200)}); a product has at most ${mostTypes}`;
    faults.push({ path: "variants", message });
    return { options: [], combinations: [] };
  }
  const known = variants.flatMap(({ options = [] }, index) => {
    const values = readCombination(options, types, { path: `variants.${index}.options`, faults });
    return values ? [[index, values] as const] : [];
  });
  for (const [one, first] of findTwins(types, known)) {
    const message =
      types.length === 0
        ? "are needed: several variants are told apart by their options"
        : `are those of variants.${first}`;
    faults.push({ path: `variants.${one}.options`, message });
  }
  if (variant_options) requireKnownValues(defined, known, faults);
  const options = types.map((name) => ({
    name,
    values: [...new Set(known.map(([, values]) => values.get(name) ?? ""))],
  }));
  const byIndex = new Map(known);
  const combinations = variants.map((_, index) => types.map((type) => byIndex.get(index)?.get(type) ?? ""));
  return { options: variant_options ? defined : options, combinations };
}
