import { operations } from "@souk/contract";
import { buildObjectSql } from "../../../infrastructure/record-columns.ts";
import { imageColumnFunctions } from "./image-columns.ts";

/** Build the SQL of the JSON of a product image `i`. @param origin the SQL placeholder of the origin of image URLs */
export function buildImageJson({ zone, origin }: { zone: string; origin: string }): string {
  return buildObjectSql(operations.getImage.response.properties.image, {
    ...imageColumnFunctions.json("i", { zone, exponent: "" }),
    url: `${origin}::text || i.path`,
  });
}
