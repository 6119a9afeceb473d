import { Type } from "typebox";
import { dateOut, id } from "./common.ts";

/** How a custom field is asked for, and what its values are. */
const attributeInputs = ["text", "textarea", "number", "date", "select", "multi_select", "checkbox"] as const;

/** A store has at most so many custom fields of customers, and one to choose from so many options. */
export const mostAttributes = 100;
const mostAttributeOptions = 250;

const keyRule = "Its name among a customer's `attributes`, its own in the store. It never changes.";
const titleRule = "What people see.";
const inputRule =
  "What its values are. text: at most 255 characters. textarea: at most 65,536. number: a number. date: such as " +
  '"1990-05-17". select: one of its options. multi_select: a list of its options. checkbox: true or false. It never changes.';
const requiredRule =
  "Whoever may write custom fields must give it to a new customer, and nobody can take it away.";
const optionsRule =
  "What there is to choose from, for select and multi_select. Customers keep what was chosen before an option was taken out.";

/** A custom field that the customers of a store have (CUS-3). */
export const customerAttribute = Type.Object({
  id,
  key: Type.String({ description: keyRule }),
  title: Type.String({ description: titleRule }),
  input_type: Type.Enum([...attributeInputs], { description: inputRule }),
  is_required: Type.Boolean({ description: requiredRule }),
  options: Type.Array(Type.String(), { description: optionsRule }),
  created_at: dateOut,
  updated_at: dateOut,
});

const key = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z][a-z0-9_]*$",
  description: `${keyRule} Lower-case letters, digits and _, for example shoe_size.`,
});
const title = Type.String({ minLength: 1, maxLength: 255, description: titleRule });

const details = {
  is_required: Type.Optional(Type.Boolean({ description: requiredRule })),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: mostAttributeOptions,
      description: optionsRule,
    }),
  ),
};

/** A new custom field. */
export const customerAttributeCreate = Type.Object({
  key,
  title,
  input_type: Type.Optional(
    Type.Enum([...attributeInputs], { description: `text when left out. ${inputRule}` }),
  ),
  ...details,
});

/** What PUT on a custom field changes; what is not sent stays as it is. */
export const customerAttributeUpdate = Type.Object({
  key: Type.Optional(Type.String({ ...key, description: "Only as it is." })),
  title: Type.Optional(title),
  input_type: Type.Optional(Type.Enum([...attributeInputs], { description: "Only as it is." })),
  ...details,
});

const valueRule = "By the field's input_type.";

/** Values of custom fields by their keys. */
export const attributeValues = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
    description: valueRule,
  }),
);

/** The same as they are sent; null takes one away. */
export const attributeValuesIn = Type.Record(
  Type.String(),
  Type.Union(
    [
      Type.String({ maxLength: 65_536 }),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.String({ maxLength: 255 }), { maxItems: mostAttributeOptions }),
      Type.Null(),
    ],
    { description: valueRule },
  ),
);
