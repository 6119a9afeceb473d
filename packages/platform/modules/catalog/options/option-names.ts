import { throwFieldError } from "@souk/contract";
import type { OptionShape } from "./option-shape.ts";
import type { TargetType } from "./plan-options.ts";

/** Trim a name. @throws ApiError `invalid` when it is blank */
export function readName(name: string, path: string): string {
  const trimmedName = name.trim();
  if (trimmedName === "") throwFieldError(path, "required");
  return trimmedName;
}

/** Trim several names. @throws ApiError `invalid` for the first that is blank or repeated */
export function readNames(names: readonly string[], path: string): string[] {
  const trimmedNames = names.map((name, index) => readName(name, `${path}.${index}`));
  const repeatedIndex = trimmedNames.findIndex((name, index) => trimmedNames.indexOf(name) < index);
  if (repeatedIndex >= 0) throwFieldError(`${path}.${repeatedIndex}`, "not_unique");
  return trimmedNames;
}

/** Return the names of a product's current option types and values, as a target that the caller can change. */
export function toTargetTypes({ types }: OptionShape): TargetType[] {
  return types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
}

/** Find an option type of a product by name. @throws ApiError `invalid` when the product does not have it */
export function getOptionTypeByName(types: readonly TargetType[], name: string, path: string): TargetType {
  const names = types.map((type) => type.name);
  const existingTypes =
    names.length === 0
      ? "The product has no option types."
      : `The product's option types: ${names.join(", ")}.`;
  return (
    types.find((type) => type.name === name) ??
    throwFieldError(
      path,
      "not_found",
      { resource: "option_type", of: "product" },
      `{field} does not match an option type of this product. ${existingTypes}`,
    )
  );
}

/** Check that an option type has a value. @throws ApiError `invalid` when it does not */
export function assertOptionValue(type: TargetType, value: string, path: string): void {
  if (!type.values.includes(value)) throwFieldError(path, "not_allowed", { allowed: type.values });
}
