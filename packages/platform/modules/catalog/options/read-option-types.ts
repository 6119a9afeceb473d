import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import type { TargetType } from "./plan-options.ts";

/** Trim option types and their values, and add to `errors` an error for a blank or repeated name. */
export function readOptionTypes(
  variantOptions: OperationBody<typeof operations.replaceOptions>["variant_options"],
  errors: FieldError[],
): TargetType[] {
  const types = variantOptions.map(({ name, options }) => ({
    name: name.trim(),
    values: options.map((value) => value.trim()),
  }));
  const names = types.map(({ name }) => name);
  const nameErrors = [
    findNameError(names, (index) => `variant_options.${index}.name`),
    ...types.map(({ values }, typeIndex) =>
      findNameError(values, (index) => `variant_options.${typeIndex}.options.${index}`),
    ),
  ];
  errors.push(...nameErrors.filter((error) => error !== null));
  return types;
}

/** Find the first blank or repeated name. @returns its error, or null if there is none */
function findNameError(names: readonly string[], getPath: (index: number) => string): FieldError | null {
  const index = names.findIndex((name, position) => name === "" || names.indexOf(name) < position);
  if (index < 0) return null;
  return fieldError(getPath(index), names[index] === "" ? "required" : "not_unique");
}
