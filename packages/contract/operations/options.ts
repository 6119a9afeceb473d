import { Type } from "typebox";
import {
  addOptionValuesExample,
  removeOptionExample,
  renameOptionTypeExample,
  renameOptionValueExample,
  replaceOptionsExample,
} from "../examples/option.ts";
import { defineOperation } from "../operation.ts";
import { emptyObject, id } from "../schemas/common.ts";
import {
  addOptionValuesInput,
  removeOptionInput,
  renameOptionTypeInput,
  renameOptionValueInput,
  replaceOptionsInput,
} from "../schemas/option-input.ts";
import { product } from "../schemas/product.ts";

const optionOperation = {
  surface: "3.0",
  auth: "token",
  scopes: [["write_products"]],
  rights: [["products.edit"]],
  params: Type.Object({ product_id: id }),
  query: {},
  errors: ["not_found", "invalid"],
  topics: ["product/update"],
} as const;

const recordResponse = Type.Object({ product });

export const optionOperations = {
  addOptionValues: defineOperation({
    ...optionOperation,
    id: "options.add",
    method: "POST",
    path: "/products/:product_id/options.json",
    body: addOptionValuesInput,
    response: recordResponse,
    summary: "Add option values",
    description:
      "For each new value, creates one variant per combination of values that existing variants have for the other " +
      "option types. A new variant copies price, weight and other fields from the first existing variant with the same " +
      "combination, but has no SKU, no barcode and no stock. If `option_type` is unknown, it is added to the product, " +
      "and existing variants get its first value. A product can have at most 3 option types and 250 variants.",
    definedBy: "interface",
    clauses: ["PRD-6"],
    example: addOptionValuesExample,
  }),

  replaceOptions: defineOperation({
    ...optionOperation,
    id: "options.replace",
    method: "PUT",
    path: "/products/:product_id/options.json",
    body: replaceOptionsInput,
    response: recordResponse,
    summary: "Replace all options of a product",
    description:
      "Option types and values are matched by name and displayed in the order of the request. New types and values " +
      "are added as with POST; omitted ones are removed as with DELETE. If all values of an option type are new, " +
      "existing variants are replaced by new variants with the same prices. Variants keep their positions; new " +
      "variants are placed last. A value that no variant uses anymore is removed. A product always keeps at least " +
      "one variant: if the list is empty, the first variant remains, without options.",
    definedBy: "souk",
    clauses: ["PRD-6"],
    example: replaceOptionsExample,
  }),

  removeOption: defineOperation({
    ...optionOperation,
    id: "options.remove",
    method: "DELETE",
    path: "/products/:product_id/options.json",
    body: removeOptionInput,
    response: emptyObject,
    summary: "Delete an option type or value",
    description:
      "With `option_value`, deletes the variants that have this value, including their stock. The last value of an " +
      "option type and a value that all variants have cannot be deleted. Without `option_value`, deletes the option " +
      "type. If several variants then have the same options, the first is kept and the others are deleted, " +
      "including their stock.",
    definedBy: "souk",
    clauses: [],
    example: removeOptionExample,
  }),

  renameOptionType: defineOperation({
    ...optionOperation,
    id: "options.rename_type",
    method: "PUT",
    path: "/products/:product_id/options/option_type.json",
    body: renameOptionTypeInput,
    response: recordResponse,
    summary: "Rename an option type",
    definedBy: "souk",
    clauses: [],
    example: renameOptionTypeExample,
  }),

  renameOptionValue: defineOperation({
    ...optionOperation,
    id: "options.rename_value",
    method: "PUT",
    path: "/products/:product_id/options/option_value.json",
    body: renameOptionValueInput,
    response: recordResponse,
    summary: "Rename an option value",
    definedBy: "souk",
    clauses: [],
    example: renameOptionValueExample,
  }),
} as const;
