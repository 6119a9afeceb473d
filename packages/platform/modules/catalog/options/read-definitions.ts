import type { BodyOf, FieldError, operations } from "@souk/contract";
import type { WantedType } from "./plan-options.ts";

/** Option types and their values as they are kept; names that are blank or come twice are added to the faults. */
export function readDefinitions(
  sent: BodyOf<typeof operations.replaceOptions>["variant_options"],
  faults: FieldError[],
): WantedType[] {
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
  faults.push(...found.filter((fault) => fault !== null));
  return options;
}

/** The first name that is blank or comes twice, as a fault. */
function badName(names: readonly string[], pathOf: (index: number) => string): FieldError | null {
  const index = names.findIndex((name, at) => name === "" || names.indexOf(name) < at);
  if (index < 0) return null;
  return { path: pathOf(index), message: names[index] === "" ? "must not be blank" : "is sent twice" };
}
