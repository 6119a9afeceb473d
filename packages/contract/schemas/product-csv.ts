/** A column of the products' CSV files, which imports read and exports write. */
export interface CsvColumn {
  name: string;
  /** `product`: filled in the first row of a product, the others may leave it empty. `variant`: filled in every row. */
  of: "product" | "variant";
  description: string;
}

/**
 * The columns of a products' CSV file, in the order in which an export writes them. After them comes one column for each
 * location, named `stock: ` and the location's code.
 */
export const productCsvColumns = [
  { name: "handle", of: "variant", description: "Which product the row is about; required in every row." },
  { name: "title", of: "product", description: "Required for a new product." },
  { name: "body_html", of: "product", description: "The description, as HTML." },
  { name: "vendor", of: "product", description: "Who makes or supplies it." },
  { name: "brand", of: "product", description: "Its brand." },
  { name: "product_type", of: "product", description: "What kind of product it is." },
  {
    name: "tags",
    of: "product",
    description: "All of its tags, separated by commas.",
  },
  { name: "is_published", of: "product", description: "true or false: whether the shop shows it." },
  { name: "option1_name", of: "product", description: "The name of the first option, for example Size." },
  { name: "option1_value", of: "variant", description: "The variant's value of it, for example M." },
  { name: "option2_name", of: "product", description: "The name of the second option." },
  { name: "option2_value", of: "variant", description: "The variant's value of it." },
  { name: "option3_name", of: "product", description: "The name of the third option." },
  { name: "option3_value", of: "variant", description: "The variant's value of it." },
  { name: "sku", of: "variant", description: "The variant's SKU." },
  { name: "barcode", of: "variant", description: "The variant's barcode." },
  { name: "price", of: "variant", description: "An amount with a point, for example 12.50." },
  { name: "compare_at_price", of: "variant", description: "The former price; empty is none." },
  { name: "cost_price", of: "variant", description: "What it costs the shop; empty is unknown." },
  { name: "inventory_policy", of: "variant", description: "deny or continue, when its stock is used up." },
  { name: "weight", of: "variant", description: "A number with a point." },
  { name: "weight_unit", of: "variant", description: "g, kg, oz or lb." },
  {
    name: "image_urls",
    of: "product",
    description: "Addresses of images, separated by spaces; at most nine.",
  },
] as const satisfies readonly CsvColumn[];

/** What the name of a stock column begins with; the location's code follows. */
export const stockColumnPrefix = "stock: ";
