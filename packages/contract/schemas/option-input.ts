import { Type } from "typebox";

/** A product has at most so many option types. */
export const mostTypes = 3;

const typeName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "An option type, for example Size.",
});
const valueName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "One of its values, for example M.",
});
const valueNames = Type.Array(valueName, { minItems: 1, maxItems: 250 });

/** Option types with their values, in their order. */
export const optionDefinitions = Type.Array(Type.Object({ name: typeName, options: valueNames }), {
  maxItems: mostTypes,
  description: "The option types and their values, in the order in which they are shown.",
});

/** Values that a product gets, of a type that it has or gets with them (PRD-6). */
export const optionValuesAdded = Type.Object({ option_type: typeName, option_values: valueNames });

/** All option types and values that a product is to have. */
export const optionsReplaced = Type.Object({ variant_options: optionDefinitions });

/** A whole type, or one value of it. */
export const optionRemoved = Type.Object({ option_type: typeName, option_value: Type.Optional(valueName) });

export const optionTypeRenamed = Type.Object({ old_option_type: typeName, new_option_type: typeName });

export const optionValueRenamed = Type.Object({
  option_type: typeName,
  old_option_value: valueName,
  new_option_value: valueName,
});
