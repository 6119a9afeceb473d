import { type FieldError, fieldError, type OperationBody, type operations } from "@souk/contract";
import type { TargetType } from "./plan-options.ts";

/** Read option types and their values; names that are blank or repeated are added to the errors. */
export function readDefinitions(
  sent: OperationBody<typeof operations.replaceOptions>["variant_options"],
  errors: FieldError[],
): TargetType[] {
  const options = sent.map(({ name, options }) => ({
    name: name.trim(),
    values: options.map((value) => value.trim()),
  }));
  const names = options.map(({ name }) => name);
  const found = [
    badName(names, (index) => `variant_options.${index}.name`),
    ...options.map(({ values }, type) =>
      badName(values, (index) => `variant_options.${type}.options.${index}`),
    ),
  ];
  errors.push(...found.filter((error) => error !== null));
  return options;
}

/** Return an error for the first name that is blank or repeated. */
function badName(names: readonly string[], getPath: (index: number) => string): FieldError | null {
  const index = names.findIndex((name, position) => name === "" || names.indexOf(name) < position);
  if (index < 0) return null;
  return fieldError(getPath(index), names[index] === "" ? "required" : "not_unique");
}
