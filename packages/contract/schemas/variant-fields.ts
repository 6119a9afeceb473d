import { Type } from "typebox";
import { moneyAmount, moneyInput, nullable, shortText } from "./common.ts";
import type { CsvFieldName, FieldTable } from "./field-table.ts";

/** Maximum value of weight, width, height and length, each in its unit. */
export const maxMeasure = 1_000_000;

/** Maximum position of a variant in its product. */
export const maxPosition = 1_000_000;

/** Number of grams in each unit of weight. */
export const gramsPerUnit = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;

export type WeightUnit = keyof typeof gramsPerUnit;

/** Maximum weight of one unit of a variant, in grams. */
const maxGrams = 2_000_000_000;

const measureInput = Type.Number({
  minimum: 0,
  maximum: maxMeasure,
  description: "Stored with four decimal places.",
});

const dimension = { response: Type.Number(), input: measureInput, csv: null, example: 0 } as const;

const inventoryPolicy = Type.Enum(["deny", "continue"], {
  description: "Whether the variant can be sold when out of stock.",
});

const taxable = Type.Boolean({ description: "Whether tax is charged." });

const weightUnit = Type.Enum(["g", "kg", "oz", "lb"], { description: "Unit of `weight`." });

const isEnabled = Type.Boolean({ description: "Whether the variant is offered for sale." });

/** Fields of a variant besides its image and its options, in the order of its JSON and its CSV file. */
export const variantFields = {
  sku: {
    response: Type.String({ description: "Stock keeping unit; can be empty." }),
    input: { ...shortText, description: "Stock keeping unit." },
    csv: "SKU of the variant.",
    example: "TRAY-S",
  },
  barcode: {
    response: Type.String({ description: "Barcode, such as a GTIN; can be empty." }),
    input: { ...shortText, description: "Barcode, such as a GTIN." },
    csv: "Barcode of the variant.",
    example: "",
  },
  price: {
    response: {
      ...moneyAmount,
      description: "Price in the store's default currency, as a string with the currency's decimal places.",
    },
    input: moneyInput,
    csv: "Price with a decimal point, for example 12.50.",
    example: "49.90",
  },
  compare_at_price: {
    response: nullable({ ...moneyAmount, description: "Price before a reduction; null for none." }),
    input: nullable(moneyInput),
    csv: "Compare-at price; empty for none.",
    example: null,
  },
  cost_price: {
    response: nullable({ ...moneyAmount, description: "Cost of one unit; null when unknown." }),
    input: nullable(moneyInput),
    csv: "Cost price; empty when unknown.",
    example: "21.00",
  },
  inventory_quantity: {
    response: Type.Integer({ description: "Total stock over all inventory levels." }),
    input: Type.Integer({
      minimum: 0,
      maximum: 2_000_000_000,
      description: "Stock at the primary location only. The total is recalculated.",
    }),
    csv: null,
    example: 12,
  },
  inventory_policy: {
    response: inventoryPolicy,
    input: inventoryPolicy,
    csv: "deny or continue: whether the variant can be sold when out of stock.",
    example: "deny",
  },
  taxable: { response: taxable, input: taxable, csv: null, example: true },
  shipping_required: {
    response: Type.Boolean({ description: "Whether the variant is a physical item that is shipped." }),
    input: Type.Boolean({ description: "Whether the item is shipped." }),
    csv: null,
    example: true,
  },
  weight: {
    response: Type.Number({ description: "Weight in `weight_unit`." }),
    input: measureInput,
    csv: "Weight with a decimal point.",
    example: 320,
  },
  weight_unit: { response: weightUnit, input: weightUnit, csv: "g, kg, oz or lb.", example: "g" },
  grams: {
    response: Type.Integer({ description: "Weight in grams." }),
    input: Type.Integer({
      minimum: 0,
      maximum: maxGrams,
      description:
        "Weight in grams, computed from `weight` and `weight_unit`. If only `grams` is sent, `weight` is computed from it. " +
        "If both are sent, they must be consistent.",
    }),
    csv: null,
    example: 320,
  },
  width: dimension,
  height: dimension,
  length: dimension,
  position: {
    response: Type.Integer({
      description: "Position in the product. Variants are sorted by position, then by id.",
    }),
    input: Type.Integer({
      minimum: 1,
      maximum: maxPosition,
      description: "Variants are sorted by position, then by id.",
    }),
    csv: null,
    example: 1,
  },
  is_enabled: { response: isEnabled, input: isEnabled, csv: null, example: true },
} as const satisfies FieldTable;

/** Names of the variant fields that have a column in product CSV files. */
export type VariantCsvField = CsvFieldName<typeof variantFields>;
