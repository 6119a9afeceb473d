import { Type } from "typebox";
import { inputSchemas } from "./field-table.ts";
import { newImages } from "./image.ts";
import { optionDefinitions } from "./option-input.ts";
import { productFields } from "./product-fields.ts";
import { maxVariants, newProductVariant } from "./variant-input.ts";

const titleLength = { minLength: 1, maxLength: 255 } as const;

/** Fields of a product in a request. */
const fields = {
  name: Type.Optional(
    Type.String({
      ...titleLength,
      description:
        "Same as `title`. If both are sent, the one that changes applies, or `title` if both change.",
    }),
  ),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
      description: "Lowercase letters and digits separated by single hyphens, for example rattan-tray.",
    }),
  ),
  ...inputSchemas(productFields),
};

/** Fields of a new product, with its options and variants. */
export const productCreate = Type.Object({
  title: Type.Optional(
    Type.String({ ...titleLength, description: "Title of the product. Required unless `name` is sent." }),
  ),
  ...fields,
  images: Type.Optional({
    ...newImages.properties.images,
    description:
      "Image URLs, fetched before the product is created: if one of them fails, the request is rejected.",
  }),
  variant_options: Type.Optional(optionDefinitions),
  variants: Type.Optional(
    Type.Array(newProductVariant, {
      minItems: 1,
      maxItems: maxVariants,
      description:
        "Variants of the product. If omitted, one variant is created for each combination of the options, or one " +
        "variant without options. Without `variant_options`, the option types are those of the variants, in order of " +
        "appearance.",
    }),
  ),
});

/** Fields that can be updated. Variants, options and images have their own endpoints. */
export const productUpdate = Type.Object({ title: Type.Optional(Type.String(titleLength)), ...fields });
