import {
  type FieldError,
  type FieldProblem,
  fieldError,
  fieldProblem,
  type OperationBody,
  type operations,
} from "@souk/contract";
import { isDate } from "../is-date.ts";
import type { AttributeDefinition } from "./definitions.ts";

type Sent = NonNullable<OperationBody<typeof operations.updateCustomer>["attributes"]>;

/** A stored value of a custom field. */
export type AttributeValue = string | number | boolean | string[];

/** The changes of a customer's custom fields, by their ids; null removes a value. */
export type AttributeChanges = Map<number, AttributeValue | null>;

interface Reading {
  errors: FieldError[];
  /** Whether the customer is being created: required fields must be present. */
  isNew: boolean;
}

/** Read values by their keys; problems are added to the errors, named as `attributes.<key>`. */
export function readValues(
  definitions: readonly AttributeDefinition[],
  sent: Sent,
  { errors, isNew }: Reading,
): AttributeChanges {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const changes: AttributeChanges = new Map();
  for (const [key, value] of Object.entries(sent)) {
    const definition = byKey.get(key);
    if (definition === undefined)
      errors.push(
        fieldError(
          `attributes.${key}`,
          "not_found",
          { resource: "customer_attribute" },
          unknownKey([...byKey.keys()]),
        ),
      );
    else readValue(definition, value, { changes, errors });
  }
  if (isNew)
    for (const { id, key, title, is_required } of definitions)
      if (is_required && !changes.has(id) && !Object.hasOwn(sent, key))
        errors.push(fieldError(`attributes.${key}`, "required", {}, `${title} is required.`));
  return changes;
}

function unknownKey(known: readonly string[]): string {
  if (known.length === 0) return "{field} does not match a customer attribute: this store has none.";
  const shown = known.slice(0, 10).join(", ");
  return `{field} does not match a customer attribute. This store has ${shown}${known.length > 10 ? " and others" : ""}.`;
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
  { changes, errors }: { changes: AttributeChanges; errors: FieldError[] },
): void {
  const { id, key, is_required } = definition;
  const path = `attributes.${key}`;
  if (isNothing(value)) {
    changes.set(id, null);
    if (is_required) errors.push(fieldError(path, "required", {}, `${definition.title} is required.`));
    return;
  }
  const fitting = fit(definition, value as AttributeValue);
  if (fitting === undefined) errors.push({ path, ...getProblem(definition) });
  else changes.set(id, fitting);
}

/** Convert a value to its stored form; undefined when it is invalid. */
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
      return Array.isArray(value) && value.every((choice) => options.includes(choice))
        ? options.filter((option) => value.includes(option))
        : undefined;
    case "checkbox":
      return typeof value === "boolean" ? value : undefined;
  }
}

function getProblem({ input_type, options }: AttributeDefinition): FieldProblem {
  switch (input_type) {
    case "text":
      return fieldProblem(
        "too_long",
        { max: 255, unit: "characters" },
        "{field} must be a text of at most 255 characters.",
      );
    case "textarea":
      return fieldProblem("invalid_type", { types: ["string"] });
    case "number":
      return fieldProblem("invalid_type", { types: ["number"] });
    case "date":
      return fieldProblem("invalid_format", { format: "date" });
    case "select":
      return fieldProblem("not_allowed", { allowed: options });
    case "multi_select":
      return fieldProblem(
        "not_allowed",
        { allowed: options },
        `{field} must be a list of ${shownOptions(options)}.`,
      );
    case "checkbox":
      return fieldProblem("invalid_type", { types: ["boolean"] });
  }
}

function shownOptions(options: readonly string[]): string {
  return `${options.slice(0, 10).join(", ")}${options.length > 10 ? " and others" : ""}`;
}
