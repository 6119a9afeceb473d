import { throwFieldError } from "@souk/contract";
import type { OptionShape } from "./option-shape.ts";
import type { TargetType } from "./plan-options.ts";

/** Trim a name. @throws ApiError invalid when it is blank */
export function readName(name: string, path: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throwFieldError(path, "required");
  return trimmed;
}

/** Trim several names. @throws ApiError invalid naming one that is blank or repeated */
export function readNames(names: readonly string[], path: string): string[] {
  const read = names.map((name, index) => readName(name, `${path}.${index}`));
  const twice = read.findIndex((name, index) => read.indexOf(name) < index);
  if (twice >= 0) throwFieldError(`${path}.${twice}`, "not_unique");
  return read;
}

/** Return the current types and values of a product. */
export function toTargetTypes({ types }: OptionShape): TargetType[] {
  return types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
}

/** Return a product's type by its name. @throws ApiError invalid when it has no such type */
export function assertType(types: readonly TargetType[], name: string, path: string): TargetType {
  const names = types.map((type) => type.name);
  const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  return (
    types.find((type) => type.name === name) ??
    throwFieldError(
      path,
      "not_found",
      { resource: "option_type", of: "product" },
      `{field} does not match an option type of this product: ${known}.`,
    )
  );
}

/** Check that a type has a value. @throws ApiError invalid when it has not */
export function assertValue(type: TargetType, value: string, path: string): void {
  if (!type.values.includes(value)) throwFieldError(path, "not_allowed", { allowed: type.values });
}
