import { operations } from "@souk/contract";
import { buildObjectSql } from "../../../infrastructure/record-columns.ts";
import { imageColumnFunctions } from "./image-columns.ts";

/**
 * Build the SQL expression for the JSON of the product image `i`.
 * @param placeholders the SQL placeholders for the store's time zone and for the origin of image URLs
 */
export function buildImageJson(placeholders: { zone: string; origin: string }): string {
  // An image has no money column, so the exponent of the currency is not used.
  return buildObjectSql(operations.getImage.response.properties.image, {
    ...imageColumnFunctions.json("i", { zone: placeholders.zone, exponent: "" }),
    url: `${placeholders.origin}::text || i.path`,
  });
}
