import { Type } from "typebox";
import { id } from "./common.ts";
import { getInputSchemas } from "./field-table.ts";
import { maxImages } from "./image.ts";
import { maxOptionTypes } from "./option-input.ts";
import { variantFields } from "./variant-fields.ts";

/** Maximum variants of a product. */
export const maxVariants = 250;

const optionName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Leading and trailing spaces are removed. Case-sensitive.",
});

/** Value of one of the product's option types. */
const variantOption = Type.Object({ name: optionName, value: optionName });

/** Fields of a variant in a request. */
const fields = {
  ...getInputSchemas(variantFields),
  image_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Id of one of the product's images; 0 for none.",
    }),
  ),
  options: Type.Optional(
    Type.Array(variantOption, {
      maxItems: maxOptionTypes,
      description:
        "One value for each option type of the product, in a combination that no other variant has. A new value is added " +
        "to its option type.",
    }),
  ),
};

/** Fields of a new variant. */
export const variantCreate = Type.Object(fields);

/** Fields that can be updated. Omitted fields are left unchanged (PRD-5, PRD-7). */
export const variantUpdate = Type.Object(fields);

/** Fields of a variant in a bulk update, identified by id. */
export const variantChange = Type.Object({ id, ...fields });

const { image_id: _unused, ...newVariantFields } = fields;

/** Variant of a new product. Its image is identified by position, because new images have no ids yet. */
export const newProductVariant = Type.Object({
  ...newVariantFields,
  image_position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxImages,
      description: "Position of the variant's image in `images`. If omitted, the variant has no image.",
    }),
  ),
});
