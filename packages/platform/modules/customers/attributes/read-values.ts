import type { BodyOf, FieldError, operations } from "@souk/contract";
import { isDate } from "../is-date.ts";
import type { AttributeDefinition } from "./definitions.ts";

type Sent = NonNullable<BodyOf<typeof operations.updateCustomer>["attributes"]>;

/** A value of a custom field, as it is kept. */
export type AttributeValue = string | number | boolean | string[];

/** What is written of a customer's custom fields, by their ids; null takes a value away. */
export type AttributeChanges = Map<number, AttributeValue | null>;

interface Reading {
  faults: FieldError[];
  /** Of a customer that is being made: what is required must be there. */
  isNew: boolean;
}

/** Reads values by their keys; what is wrong is added to the faults, named as `attributes.<key>`. */
export function readValues(
  definitions: readonly AttributeDefinition[],
  sent: Sent,
  { faults, isNew }: Reading,
): AttributeChanges {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const changes: AttributeChanges = new Map();
  for (const [key, value] of Object.entries(sent)) {
    const definition = byKey.get(key);
    if (definition === undefined)
      faults.push({ path: `attributes.${key}`, message: unknownKey([...byKey.keys()]) });
    else readValue(definition, value, { changes, faults });
  }
  if (isNew)
    for (const { id, key, title, is_required } of definitions)
      if (is_required && !changes.has(id) && !Object.hasOwn(sent, key))
        faults.push({ path: `attributes.${key}`, message: `is required (${title})` });
  return changes;
}

function unknownKey(known: readonly string[]): string {
  if (known.length === 0) return "is no custom field; the store has none";
  const shown = known.slice(0, 10).join(", ");
  return `is no custom field; the store has ${shown}${known.length > 10 ? " and others" : ""}`;
}

function isNothing(value: Sent[string]): boolean {
  return (
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

function readValue(
  definition: AttributeDefinition,
  value: Sent[string],
  { changes, faults }: { changes: AttributeChanges; faults: FieldError[] },
): void {
  const { id, key, is_required } = definition;
  const path = `attributes.${key}`;
  if (isNothing(value)) {
    changes.set(id, null);
    if (is_required) faults.push({ path, message: `is required (${definition.title})` });
    return;
  }
  const fitting = fit(definition, value as AttributeValue);
  if (fitting === undefined) faults.push({ path, message: wantedBy(definition) });
  else changes.set(id, fitting);
}

/** The value as it is kept; undefined when it does not fit. */
function fit(
  { input_type, options }: AttributeDefinition,
  value: AttributeValue,
): AttributeValue | undefined {
  switch (input_type) {
    case "text":
      return typeof value === "string" && value.trim().length <= 255 ? value.trim() : undefined;
    case "textarea":
      return typeof value === "string" ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "date":
      return typeof value === "string" && isDate(value) ? value : undefined;
    case "select":
      return typeof value === "string" && options.includes(value) ? value : undefined;
    case "multi_select":
      return Array.isArray(value) && value.every((one) => options.includes(one))
        ? options.filter((option) => value.includes(option))
        : undefined;
    case "checkbox":
      return typeof value === "boolean" ? value : undefined;
  }
}

function wantedBy({ input_type, options }: AttributeDefinition): string {
  const shown = `${options.slice(0, 10).join(", ")}${options.length > 10 ? " and others" : ""}`;
  switch (input_type) {
    case "text":
      return "takes a text of at most 255 characters";
    case "textarea":
      return "takes a text";
    case "number":
      return "takes a number";
    case "date":
      return "takes a date such as 1990-05-17";
    case "select":
      return `takes one of ${shown}`;
    case "multi_select":
      return `takes a list of ${shown}`;
    case "checkbox":
      return "takes true or false";
  }
}
