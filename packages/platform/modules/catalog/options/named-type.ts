import { refuseField } from "@souk/contract";
import type { OptionShape } from "./option-shape.ts";
import type { WantedType } from "./plan-options.ts";

/** A name as it is kept. @throws Refusal invalid when it is blank */
export function readName(name: string, path: string): string {
  const trimmed = name.trim();
  if (trimmed === "") refuseField(path, "must not be blank");
  return trimmed;
}

/** Names as they are kept, one after the other. @throws Refusal invalid naming one that is blank or comes twice */
export function readNames(names: readonly string[], path: string): string[] {
  const read = names.map((name, index) => readName(name, `${path}.${index}`));
  const twice = read.findIndex((name, index) => read.indexOf(name) < index);
  if (twice >= 0) refuseField(`${path}.${twice}`, "is sent twice");
  return read;
}

/** The types and values of a product as they are. */
export function typesOf({ types }: OptionShape): WantedType[] {
  return types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
}

/** One of a product's types. @throws Refusal invalid when it has none of that name */
export function requireType(types: readonly WantedType[], name: string, path: string): WantedType {
  const names = types.map((type) => type.name);
  const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  return (
    types.find((type) => type.name === name) ??
    refuseField(path, `is no option type of this product: ${known}`)
  );
}

/** Checks that a type has a value. @throws Refusal invalid when it has not */
export function requireValue(type: WantedType, value: string, path: string): void {
  if (!type.values.includes(value))
    refuseField(path, `is no value of ${type.name}: it has ${type.values.join(", ").slice(0, 500)}`);
}
