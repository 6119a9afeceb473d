import {
  type FieldError,
  type FieldProblem,
  fieldError,
  fieldProblem,
  type OperationBody,
  type operations,
} from "@souk/contract";
import { isDate } from "../is-date.ts";
import type { AttributeDefinition } from "./load-attribute-definitions.ts";

/** The maximum length of a value of type text, in characters. */
const maxTextLength = 255;

type SentValues = NonNullable<OperationBody<typeof operations.updateCustomer>["attributes"]>;

/** A stored value of a custom field. */
export type AttributeValue = string | number | boolean | string[];

/** The changes of a customer's custom fields, by the id of the field; null removes a value. */
export type AttributeChanges = Map<number, AttributeValue | null>;

interface ReadContext {
  errors: FieldError[];
  /** Whether the customer is being created. If so, required fields must be present. */
  isNew: boolean;
}

/** Read values of custom fields by the fields' keys. Problems are added to `errors`, for the path `attributes.<key>`. */
export function readAttributeValues(
  definitions: readonly AttributeDefinition[],
  sentValues: SentValues,
  { errors, isNew }: ReadContext,
): AttributeChanges {
  const definitionByKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const changes: AttributeChanges = new Map();
  for (const [key, value] of Object.entries(sentValues)) {
    const definition = definitionByKey.get(key);
    if (definition === undefined)
      errors.push(
        fieldError(
          `attributes.${key}`,
          "not_found",
          { resource: "customer_attribute" },
          describeUnknownKey([...definitionByKey.keys()]),
        ),
      );
    else readAttributeValue(definition, value, { changes, errors });
  }
  if (isNew)
    for (const { id, key, title, is_required } of definitions)
      if (is_required && !changes.has(id) && !Object.hasOwn(sentValues, key))
        errors.push(fieldError(`attributes.${key}`, "required", {}, `${title} is required.`));
  return changes;
}

function describeUnknownKey(keys: readonly string[]): string {
  if (keys.length === 0) return "{field} does not match a custom field. This store has no custom fields.";
  return `{field} does not match a custom field. The store's custom fields are ${joinFirstTen(keys)}.`;
}

function isEmpty(value: SentValues[string]): boolean {
  return (
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Read one value of a custom field, and add the change to `changes` or the problem to `errors`. */
function readAttributeValue(
  definition: AttributeDefinition,
  value: SentValues[string],
  { changes, errors }: { changes: AttributeChanges; errors: FieldError[] },
): void {
  const { id, key, is_required } = definition;
  const path = `attributes.${key}`;
  if (isEmpty(value)) {
    changes.set(id, null);
    if (is_required) errors.push(fieldError(path, "required", {}, `${definition.title} is required.`));
    return;
  }
  const storedValue = toStoredValue(definition, value as AttributeValue);
  if (storedValue === undefined) errors.push({ path, ...getProblem(definition) });
  else changes.set(id, storedValue);
}

/** Convert a value to its stored form, or return undefined if it is invalid. */
function toStoredValue(
  { input_type, options }: AttributeDefinition,
  value: AttributeValue,
): AttributeValue | undefined {
  switch (input_type) {
    case "text":
      return typeof value === "string" && value.trim().length <= maxTextLength ? value.trim() : undefined;
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

/** Return the problem of a value that is invalid for this custom field. */
function getProblem({ input_type, options }: AttributeDefinition): FieldProblem {
  switch (input_type) {
    case "text":
      return fieldProblem(
        "too_long",
        { max: maxTextLength, unit: "characters" },
        `{field} must be a text of at most ${maxTextLength} characters.`,
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
        `{field} must be a list of options. The options are ${joinFirstTen(options)}.`,
      );
    case "checkbox":
      return fieldProblem("invalid_type", { types: ["boolean"] });
  }
}

function joinFirstTen(names: readonly string[]): string {
  return `${names.slice(0, 10).join(", ")}${names.length > 10 ? " and others" : ""}`;
}
