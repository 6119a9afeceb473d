import { type FieldError, fieldError, maxVariants } from "@souk/contract";
import { emptyVariant, readVariantFields, type VariantContext } from "../variants/variant-fields.ts";
import type { NewProduct, NewProductInput, NewVariant } from "./new-product.ts";
import { emptyProduct, readProductFields } from "./product-fields.ts";
import { readNewOptions } from "./read-new-options.ts";

/** The store's settings for reading amounts and dates. */
export interface StoreFormats {
  /** The number of decimal places of the store's currency. */
  exponent: number;
  /** The store's IANA time zone. */
  zone: string;
}

/** The maximum number of invalid fields in an error. */
const maxErrors = 20;

export type NewProductResult = { ok: true; product: NewProduct } | { ok: false; fields: FieldError[] };

/**
 * Read and check a new product (PRD-2 to PRD-4) without querying the database. Whether its handle is free is checked when the
 * product is inserted.
 */
export function readNewProduct(input: NewProductInput, { exponent, zone }: StoreFormats): NewProductResult {
  const errors: FieldError[] = [];
  if (input.title === undefined && input.name === undefined) errors.push(fieldError("title", "required"));
  const fields = readProductFields(input, emptyProduct, { zone, errors, isNew: true });
  const { options, combinations } = readNewOptions(input, errors);
  const variantInputs: NonNullable<NewProductInput["variants"]> =
    input.variants ?? combinations.map(() => ({}));
  if (variantInputs.length > maxVariants)
    errors.push(
      fieldError(
        "variant_options",
        "too_many",
        { max: maxVariants },
        `A product can have at most ${maxVariants} variants.`,
      ),
    );
  const variants = variantInputs.slice(0, maxVariants).map((variant, index): NewVariant => {
    const context = { exponent, path: `variants.${index}.`, errors };
    return {
      fields: readVariantFields(variant, { ...emptyVariant, position: index + 1 }, context),
      imageIndex: readImageIndex(variant.image_position, input.images?.length ?? 0, context),
      values: combinations[index] ?? [],
      quantity: variant.inventory_quantity ?? null,
    };
  });
  if (errors.length > 0) return { ok: false, fields: errors.slice(0, maxErrors) };
  return { ok: true, product: { handle: input.handle ?? null, fields, images: [], options, variants } };
}

/**
 * Convert a variant's `image_position`, which counts from 1, to the index of the image in the product's images (PRD-4).
 * @returns null when the variant has no image
 */
function readImageIndex(
  position: number | undefined,
  imageCount: number,
  { path, errors }: VariantContext,
): number | null {
  if (position === undefined) return null;
  if (position > imageCount)
    errors.push(
      fieldError(
        `${path}image_position`,
        "out_of_range",
        { min: 1, max: imageCount },
        `{field} must not be greater than the number of the product's images, which is ${imageCount}.`,
      ),
    );
  return position - 1;
}
