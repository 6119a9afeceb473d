import { type FieldError, fieldError, maxOptionTypes, maxVariants } from "@souk/contract";
import { readOptionTypes } from "../options/read-option-types.ts";
import { type Combination, findDuplicates, readCombination } from "../variants/combination.ts";
import type { NewProduct, NewProductInput } from "./new-product.ts";

type Options = NewProduct["options"];

/** The option types of a new product, and each variant's values in the order of the types. */
export interface NewOptions {
  options: Options;
  combinations: string[][];
}

/**
 * List all combinations, with the last type's values changing fastest. The list ends after one combination more than the maximum
 * number of variants.
 */
function listAllCombinations(options: Options): string[][] {
  let combinations: string[][] = [[]];
  for (const { values } of options) {
    combinations = combinations
      .flatMap((partial) => values.map((value) => [...partial, value]))
      .slice(0, maxVariants + 1);
  }
  return combinations;
}

/** List the option types that variants use, in the order in which they first appear. */
function listUsedTypes(variants: NonNullable<NewProductInput["variants"]>): string[] {
  return [...new Set(variants.flatMap(({ options = [] }) => options.map(({ name }) => name.trim())))];
}

/** Add errors for values that variants have but `variant_options` does not contain, and for values that no variant has. */
function addValueErrors(
  options: Options,
  combinations: readonly (readonly [number, Combination])[],
  errors: FieldError[],
): void {
  for (const { name, values } of options) {
    const usedValues = new Set(combinations.map(([, combination]) => combination.get(name) ?? ""));
    for (const [index, combination] of combinations) {
      const value = combination.get(name) ?? "";
      if (!values.includes(value))
        errors.push(
          fieldError(
            `variants.${index}.options`,
            "not_allowed",
            { allowed: values },
            `{field} has the value ${value} for the option type ${name}, but variant_options does not contain it.`,
          ),
        );
    }
    const unusedValue = values.find((value) => !usedValues.has(value));
    if (unusedValue !== undefined)
      errors.push(
        fieldError(
          "variant_options",
          "conflict",
          { with: "variants" },
          `{field} has the value ${unusedValue} for the option type ${name}, but no variant has this value.`,
        ),
      );
  }
}

/** Read the options of a new product and the values of each variant, and add an error for each invalid option or value. */
export function readNewOptions(
  { variants, variant_options }: NewProductInput,
  errors: FieldError[],
): NewOptions {
  const definedOptions = variant_options ? readOptionTypes(variant_options, errors) : [];
  if (!variants) return { options: definedOptions, combinations: listAllCombinations(definedOptions) };
  const types = variant_options ? definedOptions.map(({ name }) => name) : listUsedTypes(variants);
  if (types.length > maxOptionTypes) {
    const message = `A product can have at most ${maxOptionTypes} option types, but the variants have ${types.length}: ${types.join(", ").slice(0, 200)}.`;
    errors.push(fieldError("variants", "too_many", { max: maxOptionTypes }, message));
    return { options: [], combinations: [] };
  }
  const validCombinations = variants.flatMap(({ options = [] }, index) => {
    const values = readCombination(options, types, { path: `variants.${index}.options`, errors });
    return values ? [[index, values] as const] : [];
  });
  for (const [index, firstIndex] of findDuplicates(types, validCombinations)) {
    const path = `variants.${index}.options`;
    const duplicateError = fieldError(path, "not_unique", { duplicate_of: `variants.${firstIndex}.options` });
    errors.push(types.length === 0 ? fieldError(path, "required") : duplicateError);
  }
  if (variant_options) addValueErrors(definedOptions, validCombinations, errors);
  const usedOptions = types.map((name) => ({
    name,
    values: [...new Set(validCombinations.map(([, values]) => values.get(name) ?? ""))],
  }));
  const combinationByIndex = new Map(validCombinations);
  const combinations = variants.map((_, index) =>
    types.map((type) => combinationByIndex.get(index)?.get(type) ?? ""),
  );
  return { options: variant_options ? definedOptions : usedOptions, combinations };
}
