import { Type } from "typebox";
import { id, moneyIn, nullable, shortText } from "./common.ts";
import { mostImages } from "./image.ts";

/** A product has at most so many variants. */
export const mostVariants = 250;

/** Weight, width, height and length, each in its unit, are at most so much. */
export const mostMeasure = 1_000_000;

/** The highest position that a variant has among those of its product. */
export const mostPosition = 1_000_000;

const measure = Type.Number({
  minimum: 0,
  maximum: mostMeasure,
  description: "Kept with four decimals.",
});

/** Grams of each unit of weight. */
export const gramsOf = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;

export type WeightUnit = keyof typeof gramsOf;

const mostGrams = 2_000_000_000;

const optionName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Spaces around it are left out. Case counts.",
});

/** A variant's value of one of its product's option types. */
const variantOption = Type.Object({ name: optionName, value: optionName });

/** What an app writes of a variant. */
const fields = {
  sku: Type.Optional(shortText),
  barcode: Type.Optional(shortText),
  price: Type.Optional(moneyIn),
  compare_at_price: Type.Optional(nullable(moneyIn)),
  cost_price: Type.Optional(nullable(moneyIn)),
  inventory_quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_000_000_000,
      description: "Stock at the primary location only; the total is recalculated (PRD-7).",
    }),
  ),
  inventory_policy: Type.Optional(
    Type.Enum(["deny", "continue"], { description: "Whether it is sold on when its stock is used up." }),
  ),
  taxable: Type.Optional(Type.Boolean()),
  shipping_required: Type.Optional(Type.Boolean()),
  weight: Type.Optional(measure),
  weight_unit: Type.Optional(Type.Enum(["g", "kg", "oz", "lb"])),
  grams: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: mostGrams,
      description:
        "The weight in grams. It follows weight and weight_unit; sent without them, these follow it. Both may be sent when they " +
        "say the same.",
    }),
  ),
  width: Type.Optional(measure),
  height: Type.Optional(measure),
  length: Type.Optional(measure),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostPosition,
      description: "Variants are shown by position, then by id.",
    }),
  ),
  is_enabled: Type.Optional(Type.Boolean()),
  image_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "One of the product's images; 0 is none.",
    }),
  ),
  options: Type.Optional(
    Type.Array(variantOption, {
      maxItems: 3,
      description:
        "One value for each option type of the product; no two variants have the same. A value that is new is added to its type.",
    }),
  ),
};

/** A variant to be made. */
export const variantCreate = Type.Object(fields);

/** What is sent of it changes (PRD-5, PRD-7). */
export const variantUpdate = Type.Object(fields);

/** The same by the variant's id, for several at once. */
export const variantChange = Type.Object({ id, ...fields });

const { image_id: _none, ...fieldsOfNew } = fields;

/** A variant of a product that is being made: its images have no ids yet, and are named by their places. */
export const newProductVariant = Type.Object({
  ...fieldsOfNew,
  image_position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostImages,
      description:
        "Which of the product's images it shows, by its place among those that are sent; without it none.",
    }),
  ),
});
