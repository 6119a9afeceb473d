import { Type } from "typebox";
import { getInputSchemas } from "./field-table.ts";
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
        "Same as `title`. If both are sent, the one that differs from the current title is used. If both differ, `title` " +
        "is used.",
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
  ...getInputSchemas(productFields),
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
      "Image URLs. The images are downloaded before the product is created. If one of them cannot be downloaded, the " +
      "request is rejected.",
  }),
  variant_options: Type.Optional(optionDefinitions),
  variants: Type.Optional(
    Type.Array(newProductVariant, {
      minItems: 1,
      maxItems: maxVariants,
      description:
        "Variants of the product. If omitted, one variant is created for each combination of the options, or one " +
        "variant without options. If `variant_options` is omitted, the option types are taken from the variants, in the " +
        "order in which they appear.",
    }),
  ),
});

/** Fields that can be updated. Variants, options and images have their own endpoints. */
export const productUpdate = Type.Object({ title: Type.Optional(Type.String(titleLength)), ...fields });
