import { Type } from "typebox";
import { id, timestamp } from "./common.ts";

/** Input types of customer custom fields. */
const attributeInputTypes = [
  "text",
  "textarea",
  "number",
  "date",
  "select",
  "multi_select",
  "checkbox",
] as const;

/** Maximum custom fields of a store. */
export const maxAttributes = 100;
/** Maximum options of one custom field. */
const maxAttributeOptions = 250;

const keyRule = "Key in a customer's `attributes`. Unique in the store; cannot be changed.";
const titleRule = "Label of the field.";
const inputRule =
  "Type of the values. text: up to 255 characters. textarea: up to 65,536 characters. number: a number. date: " +
  'for example "1990-05-17". select: one of the options. multi_select: a list of options. checkbox: true or ' +
  "false. Cannot be changed.";
const requiredRule =
  "Whether a new customer must have a value. This is enforced only for callers with the scope " +
  "write_customer_attributes. A required value cannot be removed.";
const optionsRule =
  "Options of select and multi_select. If an option is removed, customers who have it as a value keep it.";

/** Custom field of the store's customers (CUS-3). */
export const customerAttribute = Type.Object({
  id,
  key: Type.String({ description: keyRule }),
  title: Type.String({ description: titleRule }),
  input_type: Type.Enum([...attributeInputTypes], { description: inputRule }),
  is_required: Type.Boolean({ description: requiredRule }),
  options: Type.Array(Type.String(), { description: optionsRule }),
  created_at: timestamp,
  updated_at: timestamp,
});

const key = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z][a-z0-9_]*$",
  description: `${keyRule} Lowercase letters, digits and \`_\`, for example shoe_size.`,
});
const title = Type.String({ minLength: 1, maxLength: 255, description: titleRule });

const optionalFields = {
  is_required: Type.Optional(Type.Boolean({ description: requiredRule })),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: maxAttributeOptions,
      description: optionsRule,
    }),
  ),
};

/** Fields of a new custom field. */
export const customerAttributeCreate = Type.Object({
  key,
  title,
  input_type: Type.Optional(
    Type.Enum([...attributeInputTypes], { description: `Defaults to text. ${inputRule}` }),
  ),
  ...optionalFields,
});

/** Fields that can be updated. Omitted fields are left unchanged. */
export const customerAttributeUpdate = Type.Object({
  key: Type.Optional(Type.String({ ...key, description: "Must equal the current value." })),
  title: Type.Optional(title),
  input_type: Type.Optional(
    Type.Enum([...attributeInputTypes], { description: "Must equal the current value." }),
  ),
  ...optionalFields,
});

const valueRule = "Value of the type that the field's `input_type` defines.";

/** Values of custom fields by key. */
export const attributeValues = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
    description: valueRule,
  }),
);

/** Values of custom fields by key, in requests. Null removes a value. */
export const attributeValuesInput = Type.Record(
  Type.String(),
  Type.Union(
    [
      Type.String({ maxLength: 65_536 }),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.String({ maxLength: 255 }), { maxItems: maxAttributeOptions }),
      Type.Null(),
    ],
    { description: valueRule },
  ),
);
