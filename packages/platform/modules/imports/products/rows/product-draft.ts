import type { StockCells } from "./read-product-heading.ts";

/** What the rows of a product say of the product itself; what they do not say is not there. */
export interface DraftFields {
  title?: string;
  body_html?: string;
  vendor?: string;
  brand?: string;
  product_type?: string;
  tags?: string[];
  is_published?: boolean;
}

/** What a row says of its variant. */
export interface DraftVariantFields {
  sku?: string;
  barcode?: string;
  price?: string;
  compare_at_price?: string | null;
  cost_price?: string | null;
  inventory_policy?: "deny" | "continue";
  weight?: number;
  weight_unit?: "g" | "kg" | "oz" | "lb";
}

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
  /** Its first row. */
  row: number;
  fields: DraftFields;
  option_names: string[];
  image_urls: string[];
  variants: DraftVariant[];
}
