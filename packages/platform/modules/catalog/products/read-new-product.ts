import { type FieldError, fieldError, maxVariants } from "@souk/contract";
import { emptyVariant, readVariantFields, type VariantReading } from "../variants/variant-fields.ts";
import type { NewProduct, NewProductInput, NewVariant } from "./new-product.ts";
import { emptyProduct, readProductFields } from "./product-fields.ts";
import { readNewOptions } from "./read-new-options.ts";

/** The store's settings for reading amounts and dates. */
export interface StoreFormats {
  /** The decimals of its currency. */
  exponent: number;
  /** Its IANA time zone. */
  zone: string;
}

export type ReadNewProduct = { ok: true; product: NewProduct } | { ok: false; fields: FieldError[] };

/**
 * Read and check a new product (PRD-2 to PRD-4) without a query; whether the handle is free is checked later by the
 * database.
 */
export function readNewProduct(input: NewProductInput, { exponent, zone }: StoreFormats): ReadNewProduct {
  const errors: FieldError[] = [];
  if (input.title === undefined && input.name === undefined) errors.push(fieldError("title", "required"));
  const fields = readProductFields(input, emptyProduct, { zone, errors, isNew: true });
  const { options, combinations } = readNewOptions(input, errors);
  const sent: NonNullable<NewProductInput["variants"]> = input.variants ?? combinations.map(() => ({}));
  if (sent.length > maxVariants)
    errors.push(
      fieldError(
        "variant_options",
        "too_many",
        { max: maxVariants },
        `A product can have at most ${maxVariants} variants.`,
      ),
    );
  const variants = sent.slice(0, maxVariants).map((variant, index): NewVariant => {
    const reading = { exponent, path: `variants.${index}.`, errors };
    return {
      fields: readVariantFields(variant, { ...emptyVariant, position: index + 1 }, reading),
      image: readImage(variant.image_position, input.images?.length ?? 0, reading),
      values: combinations[index] ?? [],
      quantity: variant.inventory_quantity ?? null,
    };
  });
  if (errors.length > 0) return { ok: false, fields: errors.slice(0, 20) };
  return { ok: true, product: { handle: input.handle ?? null, fields, images: [], options, variants } };
}

/**
 * Convert the image position that a variant names, from 1, into the index among the product's images (PRD-4); null
 * when it names none.
 */
function readImage(
  place: number | undefined,
  images: number,
  { path, errors }: VariantReading,
): number | null {
  if (place === undefined) return null;
  if (place > images)
    errors.push(
      fieldError(
        `${path}image_position`,
        "out_of_range",
        { min: 1, max: images },
        `{field} must not be above the number of images, which is ${images}.`,
      ),
    );
  return place - 1;
}
