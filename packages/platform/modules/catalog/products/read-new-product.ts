import { type FieldError, mostVariants } from "@souk/contract";
import { emptyVariant, readVariantFields, type VariantReading } from "../variants/variant-fields.ts";
import type { NewProduct, NewProductInput, NewVariant } from "./new-product.ts";
import { emptyProduct, readProductFields } from "./product-fields.ts";
import { readNewOptions } from "./read-new-options.ts";

/** How a shop writes amounts and dates. */
export interface ShopWriting {
  /** Decimals of its currency. */
  exponent: number;
  /** Its IANA time zone. */
  zone: string;
}

export type ReadNewProduct = { ok: true; product: NewProduct } | { ok: false; fields: FieldError[] };

/** Reads and checks a new product (PRD-2 to PRD-4). Nothing is asked of the database: whether the handle is free, it says later. */
export function readNewProduct(input: NewProductInput, { exponent, zone }: ShopWriting): ReadNewProduct {
  const faults: FieldError[] = [];
  if (input.title === undefined && input.name === undefined)
    faults.push({ path: "title", message: "is required" });
  const fields = readProductFields(input, emptyProduct, { zone, faults, isNew: true });
  const { options, combinations } = readNewOptions(input, faults);
  const sent: NonNullable<NewProductInput["variants"]> = input.variants ?? combinations.map(() => ({}));
  if (sent.length > mostVariants)
    faults.push({
      path: "variant_options",
      message: `make more variants than the ${mostVariants} that a product has`,
    });
  const variants = sent.slice(0, mostVariants).map((variant, index): NewVariant => {
    const reading = { exponent, path: `variants.${index}.`, faults };
    return {
      fields: readVariantFields(variant, { ...emptyVariant, position: index + 1 }, reading),
      image: readImage(variant.image_position, input.images?.length ?? 0, reading),
      values: combinations[index] ?? [],
      quantity: variant.inventory_quantity ?? null,
    };
  });
  if (faults.length > 0) return { ok: false, fields: faults.slice(0, 20) };
  return { ok: true, product: { handle: input.handle ?? null, fields, images: [], options, variants } };
}

/** The picture that a variant names by its place, from 1, as its index among the product's (PRD-4); null when it names none. */
function readImage(
  place: number | undefined,
  images: number,
  { path, faults }: VariantReading,
): number | null {
  if (place === undefined) return null;
  if (place > images)
    faults.push({ path: `${path}image_position`, message: `is beyond the ${images} images that are sent` });
  return place - 1;
}
