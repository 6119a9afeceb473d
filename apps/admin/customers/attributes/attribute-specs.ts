import type { OperationResponse, operations } from "@souk/contract";
import type { FieldKind, FieldSpec, PlainSchema } from "@souk/ui";

export type Attribute = OperationResponse<typeof operations.getCustomerAttribute>["customer_attribute"];
type Values = NonNullable<OperationResponse<typeof operations.getCustomer>["customer"]["attributes"]>;

/** The prefix of custom fields' keys among a form's other values. */
const prefix = "attributes.";

const text = { type: "string" } as const;

const inputs: Readonly<Record<Attribute["input_type"], readonly [FieldKind, PlainSchema]>> = {
  text: ["text", { ...text, maxLength: 255 }],
  textarea: ["multiline", { ...text, maxLength: 65_536 }],
  number: ["number", { type: "number" }],
  date: ["date", text],
  select: ["choice", text],
  multi_select: ["several", { type: "array", items: text, minItems: 1 }],
  checkbox: ["switch", { type: "boolean" }],
};

/**
 * Build the inputs of custom fields from their definitions.
 * @param values the customer's values; null: a new customer, who must be given the required ones
 */
export function attributeSpecs(definitions: readonly Attribute[], values: Values | null): FieldSpec[] {
  const own = new Map(Object.entries(values ?? {}));
  return definitions.map(({ key, title, input_type, is_required, options }) => {
    const [kind, schema] = inputs[input_type];
    const value = own.get(key);
    // A customer who was there before the field may stay without it; what there is cannot be taken away.
    const required = is_required && (values === null || value !== undefined) && kind !== "switch";
    const kept = typeof value === "string" ? [value] : [];
    return {
      name: `${prefix}${key}`,
      label: title,
      kind,
      schema,
      required,
      takesNull: true,
      choices: input_type === "select" ? [...new Set([...options, ...kept])] : [],
      suggestions: options,
    };
  });
}

/** Return the values of a customer in the form's format. */
export function attributeInitial(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, value]));
}

/**
 * What a form answers, with the values of custom fields where the API takes them. Of a new customer nothing is said that was
 * not filled in: an unchecked box is said only where it is required.
 */
export function withAttributes(
  body: Readonly<Record<string, unknown>>,
  unsaid: (key: string, value: unknown) => boolean = () => false,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const key = name.slice(prefix.length);
    if (!name.startsWith(prefix)) sent[name] = value;
    else if (!unsaid(key, value)) attributes[key] = value;
  }
  return Object.keys(attributes).length === 0 ? sent : { ...sent, attributes };
}

/** Return whether a new customer's value is empty: no choice, or an unchecked box that is not required. */
export function saysNothing(definitions: readonly Attribute[]) {
  const required = new Set(definitions.filter(({ is_required }) => is_required).map(({ key }) => key));
  return (key: string, value: unknown): boolean =>
    (Array.isArray(value) && value.length === 0) || (value === false && !required.has(key));
}
