import { listCsvFields } from "./field-table.ts";
import { productFields } from "./product-fields.ts";
import { variantFields } from "./variant-fields.ts";

/** Column of a product CSV file. Imports read it and exports write it. */
export interface CsvColumn {
  name: string;
  /** The rows of a product in which the column is filled. A `first_row` column can be empty in the product's other rows. */
  filledIn: "first_row" | "every_row";
  description: string;
}

/**
 * Columns of a product CSV file, in the sequence in which they are exported. One column per location follows, named
 * `stock: ` and the location's code.
 */
export const productCsvColumns = [
  {
    name: "handle",
    filledIn: "every_row",
    description: "Handle of the row's product. Required in every row.",
  },
  { name: "title", filledIn: "first_row", description: "Title. Required for a new product." },
  ...listCsvFields(productFields).map((column) => ({ ...column, filledIn: "first_row" }) as const),
  { name: "option1_name", filledIn: "first_row", description: "Name of the first option, for example Size." },
  {
    name: "option1_value",
    filledIn: "every_row",
    description: "The variant's value of the first option, for example M.",
  },
  { name: "option2_name", filledIn: "first_row", description: "Name of the second option." },
  { name: "option2_value", filledIn: "every_row", description: "The variant's value of the second option." },
  { name: "option3_name", filledIn: "first_row", description: "Name of the third option." },
  { name: "option3_value", filledIn: "every_row", description: "The variant's value of the third option." },
  ...listCsvFields(variantFields).map((column) => ({ ...column, filledIn: "every_row" }) as const),
  {
    name: "image_urls",
    filledIn: "first_row",
    description: "Image URLs separated by spaces, at most nine.",
  },
] as const satisfies readonly CsvColumn[];

/** Prefix of a stock column's name; the location's code follows. */
export const stockColumnPrefix = "stock: ";
