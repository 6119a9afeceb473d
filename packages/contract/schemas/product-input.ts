import { Type } from "typebox";
import { longText, nullable, shortText, textLimits } from "./common.ts";
import { newImages } from "./image.ts";
import { optionDefinitions } from "./option-input.ts";
import { mostVariants, newProductVariant } from "./variant-input.ts";

/** A product bears at most so many tags. */
export const mostTags = 250;

const text = Type.Optional(shortText);
const seoText = Type.Optional(Type.String({ maxLength: 1000 }));

const titleLength = { minLength: 1, maxLength: 255 } as const;

/** What an app writes of a product itself. */
const fields = {
  name: Type.Optional(
    Type.String({
      ...titleLength,
      description: "The same as title. When both are sent the one that changes counts, title when both do.",
    }),
  ),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
      description: "lower-case letters and digits with single hyphens between, for example rattan-tray",
    }),
  ),
  description: Type.Optional(longText(textLimits.description)),
  body_html: Type.Optional(longText(textLimits.body_html)),
  note: Type.Optional(longText(textLimits.note)),
  vendor: text,
  brand: text,
  product_type: text,
  tags: Type.Optional(
    Type.Array(shortText, {
      maxItems: mostTags,
      description:
        "All of its tags. Spaces around one are left out, one that comes twice is kept once, and none holds a comma. Case counts.",
    }),
  ),
  taxable: Type.Optional(Type.Boolean()),
  shipping_required: Type.Optional(Type.Boolean()),
  inventory_management: Type.Optional(nullable(Type.Literal("souk"))),
  is_published: Type.Optional(
    Type.Boolean({ description: "Whether the shop shows it; the same as visibility." }),
  ),
  visibility: Type.Optional(Type.Enum(["published", "unpublished"])),
  published_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 64,
        description:
          "Since when it is published, as ISO 8601; without an offset it is store time. A date publishes it, null takes it back; " +
          "a product that is published without a date is published now.",
      }),
    ),
  ),
  meta_title: text,
  meta_description: seoText,
  keywords: seoText,
};

/** A product to be made, with its options and variants. */
export const productCreate = Type.Object({
  title: Type.Optional(Type.String({ ...titleLength, description: "Required, here or as name." })),
  ...fields,
  images: Type.Optional({
    ...newImages.properties.images,
    description:
      "Pictures by their addresses, which are fetched before the product is made: all of them or nothing.",
  }),
  variant_options: Type.Optional(optionDefinitions),
  variants: Type.Optional(
    Type.Array(newProductVariant, {
      minItems: 1,
      maxItems: mostVariants,
      description:
        "Without any it has a variant for each combination of its options, or one without options. Without variant_options " +
        "the option types are those that the variants name, in the order in which they come.",
    }),
  ),
});

/** What is sent of a product changes; its variants, options and images have operations of their own. */
export const productUpdate = Type.Object({ title: Type.Optional(Type.String(titleLength)), ...fields });
