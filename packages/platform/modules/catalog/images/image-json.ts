import { operations } from "@souk/contract";
import type { ShownName } from "../../../infrastructure/record-columns.ts";
import { type ImageDocument, imageColumnFunctions, type imageColumns } from "./image-columns.ts";

// The field names in the order in which the contract lists them.
const fieldNames = Object.keys(
  operations.getImage.response.properties.image.properties,
) as (keyof ImageDocument)[];

/** Build the SQL of the JSON of a product image `i`. @param origin the SQL placeholder of the origin of image URLs */
export function buildImageJson({ zone, origin }: { zone: string; origin: string }): string {
  /** SQL of the fields that are not columns of `product_images`. */
  const derivedFieldSql: Readonly<
    Record<Exclude<keyof ImageDocument, ShownName<typeof imageColumns>>, string>
  > = { url: `${origin}::text || i.path` };
  const fieldSql: Readonly<Record<keyof ImageDocument, string>> = {
    ...imageColumnFunctions.json("i", { zone, exponent: "" }),
    ...derivedFieldSql,
  };
  return `row_to_json((select x from (
    select ${fieldNames.map((name) => `${fieldSql[name]} as ${name}`).join(", ")}) x))`;
}
