import { listCsvFields } from "./field-table.ts";
import { productFields } from "./product-fields.ts";
import { variantFields } from "./variant-fields.ts";

/** Column of a product CSV file. Imports read it and exports write it. */
export interface CsvColumn {
  name: string;
  /** `product`: filled in the product's first row, optional in its other rows. `variant`: filled in every row. */
  of: "product" | "variant";
  description: string;
}

/**
 * Columns of a product CSV file, in the sequence in which they are exported. One column per location follows, named
 * `stock: ` and the location's code.
 */
export const productCsvColumns = [
  { name: "handle", of: "variant", description: "Handle of the row's product. Required in every row." },
  { name: "title", of: "product", description: "Title. Required for a new product." },
  ...listCsvFields(productFields).map((column) => ({ ...column, of: "product" }) as const),
  { name: "option1_name", of: "product", description: "Name of the first option, for example Size." },
  {
    name: "option1_value",
    of: "variant",
    description: "The variant's value of the first option, for example M.",
  },
  { name: "option2_name", of: "product", description: "Name of the second option." },
  { name: "option2_value", of: "variant", description: "The variant's value of the second option." },
  { name: "option3_name", of: "product", description: "Name of the third option." },
  { name: "option3_value", of: "variant", description: "The variant's value of the third option." },
  ...listCsvFields(variantFields).map((column) => ({ ...column, of: "variant" }) as const),
  {
    name: "image_urls",
    of: "product",
    description: "Image URLs separated by spaces, at most nine.",
  },
] as const satisfies readonly CsvColumn[];

/** Prefix of a stock column's name; the location's code follows. */
export const stockColumnPrefix = "stock: ";
