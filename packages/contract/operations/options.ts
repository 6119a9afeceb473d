import { Type } from "typebox";
import {
  addOptionValuesExample,
  removeOptionExample,
  renameOptionTypeExample,
  renameOptionValueExample,
  replaceOptionsExample,
} from "../examples/option.ts";
import { operation } from "../operation.ts";
import { id, nothing } from "../schemas/common.ts";
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
  caller: "token",
  scopes: [["write_products"]],
  params: Type.Object({ product_id: id }),
  query: {},
  refusals: ["not_found", "invalid"],
  topics: ["product/update"],
} as const;

const wrapped = Type.Object({ product });

export const optionOperations = {
  addOptionValues: operation({
    ...options,
    id: "options.add",
    method: "POST",
    path: "/products/:product_id/options.json",
    body: optionValuesAdded,
    answer: wrapped,
    summary: "Add option values, which creates the new variants",
    description:
      "Each new value is combined with the values of the other types. A new variant takes prices, weight and the rest from the " +
      "first variant that has the same other values, but no SKU, no barcode and no stock; a combination whose other values no " +
      "variant has is left out. A type that is new is added: the variants that are there take the first of its values. A product " +
      "has at most 3 option types and 250 variants.",
    badge: "documented",
    clauses: ["PRD-6"],
    example: addOptionValuesExample,
  }),

  replaceOptions: operation({
    ...options,
    id: "options.replace",
    method: "PUT",
    path: "/products/:product_id/options.json",
    body: optionsReplaced,
    answer: wrapped,
    summary: "Set all option types and values of a product",
    description:
      "Types and values are told apart by their names; the order sent is the order shown. What is new is added as POST adds it, " +
      "what is left out is removed as DELETE removes it. When all values of a type are new, the variants that are there are " +
      "replaced by new ones with their prices. Variants keep their positions, whatever the order of the values, and new ones " +
      "come behind them. A value that no variant is left with goes too; a product is not left without variants. An empty list " +
      "leaves the first variant, without options.",
    badge: "decided",
    clauses: ["PRD-6"],
    example: replaceOptionsExample,
  }),

  removeOption: operation({
    ...options,
    id: "options.remove",
    method: "DELETE",
    path: "/products/:product_id/options.json",
    body: optionRemoved,
    answer: nothing,
    summary: "Delete an option type, or one value of it",
    description:
      "With a value: the variants that have it are deleted with their stock. The last value of a type, or one without which no " +
      "variant were left, is not deleted. Without a value the whole type goes: of the variants that are then the same the first " +
      "stays, the others are deleted with their stock.",
    badge: "decided",
    clauses: [],
    example: removeOptionExample,
  }),

  renameOptionType: operation({
    ...options,
    id: "options.rename_type",
    method: "PUT",
    path: "/products/:product_id/options/option_type.json",
    body: optionTypeRenamed,
    answer: wrapped,
    summary: "Rename an option type",
    badge: "decided",
    clauses: [],
    example: renameOptionTypeExample,
  }),

  renameOptionValue: operation({
    ...options,
    id: "options.rename_value",
    method: "PUT",
    path: "/products/:product_id/options/option_value.json",
    body: optionValueRenamed,
    answer: wrapped,
    summary: "Rename an option value",
    badge: "decided",
    clauses: [],
    example: renameOptionValueExample,
  }),
} as const;
