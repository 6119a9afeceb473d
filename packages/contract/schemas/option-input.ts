import { Type } from "typebox";

/** Maximum option types of a product. */
export const maxOptionTypes = 3;

const typeName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Option type, for example Size.",
});
const valueName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Option value, for example M.",
});
const valueNames = Type.Array(valueName, { minItems: 1, maxItems: 250 });

/** Option types with their values, in display order. */
export const optionDefinitions = Type.Array(Type.Object({ name: typeName, options: valueNames }), {
  maxItems: maxOptionTypes,
  description: "Option types and values, in display order.",
});

/** Option values to add to an existing or a new option type (PRD-6). */
export const addOptionValuesInput = Type.Object({ option_type: typeName, option_values: valueNames });

/** All option types and values of the product. */
export const replaceOptionsInput = Type.Object({ variant_options: optionDefinitions });

/** Option type to delete, or one of its values. */
export const removeOptionInput = Type.Object({
  option_type: typeName,
  option_value: Type.Optional(valueName),
});

export const renameOptionTypeInput = Type.Object({ old_option_type: typeName, new_option_type: typeName });

export const renameOptionValueInput = Type.Object({
  option_type: typeName,
  old_option_value: valueName,
  new_option_value: valueName,
});
