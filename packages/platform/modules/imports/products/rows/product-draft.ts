import type {
  ProductFields,
  productColumnFunctions,
  VariantFields,
  variantColumnFunctions,
} from "../../../catalog/index.ts";
import type { StockColumn } from "./read-product-heading.ts";

/** The values in a product's rows that belong to the product and not to a variant. Empty and missing columns are left out. */
export type DraftFields = Partial<Pick<ProductFields, keyof typeof productColumnFunctions.csv>>;

/** The values of a row's variant. Columns that are empty or missing are left out. */
export type DraftVariantFields = Partial<Pick<VariantFields, keyof typeof variantColumnFunctions.csv>>;

/** The available stock of a variant at one location. */
export interface DraftStock {
  column: StockColumn;
  quantity: number;
}

/** The variant in one row of a product. */
export interface DraftVariant {
  /** The number of the row. */
  rowNumber: number;
  /** The value of each of the product's options, in the order of `option_names`. */
  values: string[];
  fields: DraftVariantFields;
  stock: DraftStock[];
}

/** A product as it is described by its rows in a file. */
export interface ProductDraft {
  handle: string;
  /** The number of the product's first row. */
  firstRowNumber: number;
  fields: DraftFields;
  option_names: string[];
  image_urls: string[];
  variants: DraftVariant[];
}
