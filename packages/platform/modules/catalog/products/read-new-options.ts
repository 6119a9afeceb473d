import { type FieldError, fieldError, maxOptionTypes, maxVariants } from "@souk/contract";
import { readDefinitions } from "../options/read-definitions.ts";
import { type Combination, findDuplicates, readCombination } from "../variants/combination.ts";
import type { NewProduct, NewProductInput } from "./new-product.ts";

type Options = NewProduct["options"];

/** The option types of a new product, and the values of each of its variants in the types' order. */
export interface NewOptions {
  options: Options;
  combinations: string[][];
}

/** List all combinations, the last type's values changing fastest; no more than needed to detect too many. */
function crossProduct(options: Options): string[][] {
  let all: string[][] = [[]];
  for (const { values } of options) {
    all = all.flatMap((before) => values.map((value) => [...before, value])).slice(0, maxVariants + 1);
  }
  return all;
}

/** List the types that variants name, in the order in which they first appear. */
function namedTypes(variants: NonNullable<NewProductInput["variants"]>): string[] {
  return [...new Set(variants.flatMap(({ options = [] }) => options.map(({ name }) => name.trim())))];
}

function assertKnownValues(
  options: Options,
  combinations: readonly (readonly [number, Combination])[],
  errors: FieldError[],
): void {
  for (const { name, values } of options) {
    const used = new Set(combinations.map(([, combination]) => combination.get(name) ?? ""));
    for (const [index, combination] of combinations) {
      const value = combination.get(name) ?? "";
      if (!values.includes(value))
        errors.push(
          fieldError(
            `variants.${index}.options`,
            "not_allowed",
            { allowed: values },
            `{field} has ${name} ${value}, which is not a value in variant_options.`,
          ),
        );
    }
    const unused = values.find((value) => !used.has(value));
    if (unused !== undefined)
      errors.push(
        fieldError(
          "variant_options",
          "conflict",
          { with: "variants" },
          `{field} has ${name} ${unused}, which no variant uses.`,
        ),
      );
  }
}

/** Read the options of a new product and the values of each variant. */
export function readNewOptions(
  { variants, variant_options }: NewProductInput,
  errors: FieldError[],
): NewOptions {
  const defined = variant_options ? readDefinitions(variant_options, errors) : [];
  if (!variants) return { options: defined, combinations: crossProduct(defined) };
  const types = variant_options ? defined.map(({ name }) => name) : namedTypes(variants);
  if (types.length > maxOptionTypes) {
    const sentence = `A product can have at most ${maxOptionTypes} option types; the variants name ${types.length}: ${types.join(", ").slice(0, 200)}.`;
    errors.push(fieldError("variants", "too_many", { max: maxOptionTypes }, sentence));
    return { options: [], combinations: [] };
  }
  const known = variants.flatMap(({ options = [] }, index) => {
    const values = readCombination(options, types, { path: `variants.${index}.options`, errors });
    return values ? [[index, values] as const] : [];
  });
  for (const [one, first] of findDuplicates(types, known)) {
    const path = `variants.${one}.options`;
    const duplicate = fieldError(path, "not_unique", { duplicate_of: `variants.${first}.options` });
    errors.push(types.length === 0 ? fieldError(path, "required") : duplicate);
  }
  if (variant_options) assertKnownValues(defined, known, errors);
  const options = types.map((name) => ({
    name,
    values: [...new Set(known.map(([, values]) => values.get(name) ?? ""))],
  }));
  const byIndex = new Map(known);
  const combinations = variants.map((_, index) => types.map((type) => byIndex.get(index)?.get(type) ?? ""));
  return { options: variant_options ? defined : options, combinations };
}
