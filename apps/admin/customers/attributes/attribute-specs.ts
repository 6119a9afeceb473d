import type { OperationResponse, operations } from "@souk/contract";
import type { FieldKind, FieldSpec, PlainSchema } from "@souk/ui";

/** The definition of a custom field for customers. The API calls a custom field an attribute. */
export type Attribute = OperationResponse<typeof operations.getCustomerAttribute>["customer_attribute"];
/** The values of a customer's custom fields, by key. */
type Values = NonNullable<OperationResponse<typeof operations.getCustomer>["customer"]["attributes"]>;

/** The prefix of custom fields' names in a form. It distinguishes custom fields from the form's other fields. */
const prefix = "attributes.";

const textSchema = { type: "string" } as const;

/** The kind and the value schema of the form field for each input type. */
const inputTypes: Readonly<Record<Attribute["input_type"], readonly [FieldKind, PlainSchema]>> = {
  text: ["text", { ...textSchema, maxLength: 255 }],
  textarea: ["multiline", { ...textSchema, maxLength: 65_536 }],
  number: ["number", { type: "number" }],
  date: ["date", textSchema],
  select: ["choice", textSchema],
  multi_select: ["several", { type: "array", items: textSchema, minItems: 1 }],
  checkbox: ["switch", { type: "boolean" }],
};

/**
 * Build the form field specs of custom fields from their definitions.
 * @param values the customer's values; null for a new customer
 */
export function buildAttributeSpecs(definitions: readonly Attribute[], values: Values | null): FieldSpec[] {
  // A map, because a key may be the name of a built-in property such as `constructor`.
  const valuesByKey = new Map(Object.entries(values ?? {}));
  return definitions.map(({ key, title, input_type, is_required, options }) => {
    const [kind, schema] = inputTypes[input_type];
    const value = valuesByKey.get(key);
    // A customer who was created before the field may remain without a value, but an existing value can't be removed.
    const required = is_required && (values === null || value !== undefined) && kind !== "switch";
    const selectedOptions = typeof value === "string" ? [value] : [];
    return {
      name: `${prefix}${key}`,
      label: title,
      kind,
      schema,
      required,
      isNullable: true,
      choices: input_type === "select" ? [...new Set([...options, ...selectedOptions])] : [],
      suggestions: options,
    };
  });
}

/** Convert a customer's custom field values to form values, under their prefixed names. */
export function toAttributeFormValues(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, value]));
}

/**
 * Build the request body from form values: the values of custom fields, whose names have the prefix, become `attributes`.
 * @param isOmitted returns whether to leave out the value of the custom field with this key
 */
export function nestAttributes(
  formValues: Readonly<Record<string, unknown>>,
  isOmitted: (key: string, value: unknown) => boolean = () => false,
): Record<string, unknown> {
  const otherFields: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(formValues)) {
    const key = name.slice(prefix.length);
    if (!name.startsWith(prefix)) otherFields[name] = value;
    else if (!isOmitted(key, value)) attributes[key] = value;
  }
  return Object.keys(attributes).length === 0 ? otherFields : { ...otherFields, attributes };
}

/**
 * Create the `isOmitted` argument of `nestAttributes` for a new customer: an empty selection is omitted, and so is an
 * unchecked box whose field is not required.
 */
export function createOmissionRule(definitions: readonly Attribute[]) {
  const requiredKeys = new Set(definitions.filter(({ is_required }) => is_required).map(({ key }) => key));
  return (key: string, value: unknown): boolean =>
    (Array.isArray(value) && value.length === 0) || (value === false && !requiredKeys.has(key));
}
