import type {
  ProductFields,
  productColumnUses,
  VariantFields,
  variantColumnUses,
} from "../../../catalog/index.ts";
import type { StockCells } from "./read-product-heading.ts";

/** The values of the product itself in its rows; missing ones are absent. */
export type DraftFields = Partial<Pick<ProductFields, keyof typeof productColumnUses.csv>>;

/** The values of a row's variant; missing ones are absent. */
export type DraftVariantFields = Partial<Pick<VariantFields, keyof typeof variantColumnUses.csv>>;

export interface DraftStock {
  cells: StockCells;
  quantity: number;
}

export interface DraftVariant {
  row: number;
  /** One value of each option that the product's rows name. */
  values: string[];
  fields: DraftVariantFields;
  stock: DraftStock[];
}

/** A product as the rows of a file describe it. */
export interface ProductDraft {
  handle: string;
  /** The number of its first row. */
  row: number;
  fields: DraftFields;
  option_names: string[];
  image_urls: string[];
  variants: DraftVariant[];
}
