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
  optionRemoved,
  optionsReplaced,
  optionTypeRenamed,
  optionValueRenamed,
  optionValuesAdded,
} from "../schemas/option-input.ts";
import { product } from "../schemas/product.ts";

const options = {
  surface: "3.0",
  auth: "token",
  scopes: [["write_products"]],
  params: Type.Object({ product_id: id }),
  query: {},
  errors: ["not_found", "invalid"],
  topics: ["product/update"],
} as const;

const wrapped = Type.Object({ product });

export const optionOperations = {
  addOptionValues: defineOperation({
    ...options,
    id: "options.add",
    method: "POST",
    path: "/products/:product_id/options.json",
    body: optionValuesAdded,
    response: wrapped,
    summary: "Add option values",
    description:
      "Creates a new variant for each combination of a new value with the existing values of the other option " +
      "types. A new variant copies price, weight and its other fields from the first variant with the same other " +
      "values, but has no SKU, no barcode and no stock. Combinations whose other values no variant has are " +
      "skipped. An unknown `option_type` is added to the product, and existing variants get its first value. A " +
      "product can have at most 3 option types and 250 variants.",
    badge: "documented",
    clauses: ["PRD-6"],
    example: addOptionValuesExample,
  }),

  replaceOptions: defineOperation({
    ...options,
    id: "options.replace",
    method: "PUT",
    path: "/products/:product_id/options.json",
    body: optionsReplaced,
    response: wrapped,
    summary: "Replace all options of a product",
    description:
      "Option types and values are matched by name and displayed in the order sent. New ones are added as POST " +
      "adds them; omitted ones are removed as DELETE removes them. If all values of an option type are new, " +
      "existing variants are replaced by new variants with their prices. Variants keep their positions; new " +
      "variants are placed last. A value that no variant uses any more is removed. A product always keeps at least " +
      "one variant: an empty list leaves the first variant, without options.",
    badge: "decided",
    clauses: ["PRD-6"],
    example: replaceOptionsExample,
  }),

  removeOption: defineOperation({
    ...options,
    id: "options.remove",
    method: "DELETE",
    path: "/products/:product_id/options.json",
    body: optionRemoved,
    response: emptyObject,
    summary: "Delete an option type or value",
    description:
      "With `option_value`, deletes the variants that have this value, with their stock. The last value of an " +
      "option type, and a value that all variants share, cannot be deleted. Without `option_value`, deletes the " +
      "option type: of variants that then have the same options, the first is kept and the others are deleted with " +
      "their stock.",
    badge: "decided",
    clauses: [],
    example: removeOptionExample,
  }),

  renameOptionType: defineOperation({
    ...options,
    id: "options.rename_type",
    method: "PUT",
    path: "/products/:product_id/options/option_type.json",
    body: optionTypeRenamed,
    response: wrapped,
    summary: "Rename an option type",
    badge: "decided",
    clauses: [],
    example: renameOptionTypeExample,
  }),

  renameOptionValue: defineOperation({
    ...options,
    id: "options.rename_value",
    method: "PUT",
    path: "/products/:product_id/options/option_value.json",
    body: optionValueRenamed,
    response: wrapped,
    summary: "Rename an option value",
    badge: "decided",
    clauses: [],
    example: renameOptionValueExample,
  }),
} as const;
