import { type AnswerOf, type operations, productCsvColumns, stockColumnPrefix } from "@souk/contract";
import { guarded, tagsCell } from "../csv-cell.ts";

type Product = AnswerOf<typeof operations.getProduct>["product"];
type Variant = Product["variants"][number];

/** A location as its column is named. */
export interface StockColumn {
  id: number;
  code: string;
}

/** The stock of a variant by location; where it is not stocked there is none. */
export type StockOf = (variantId: number, locationId: number) => number | undefined;

type ColumnName = (typeof productCsvColumns)[number]["name"];

/** The heading of a products' CSV file. */
export function productHeading(locations: readonly StockColumn[]): string[] {
  return [
    ...productCsvColumns.map(({ name }) => name),
    ...locations.map(({ code }) => `${stockColumnPrefix}${code}`),
  ];
}

function productCells(product: Product): Partial<Record<ColumnName, string>> {
  const [first, second, third] = product.variant_types;
  return {
    title: guarded(product.title),
    body_html: guarded(product.body_html),
    vendor: guarded(product.vendor),
    brand: guarded(product.brand),
    product_type: guarded(product.product_type),
    tags: guarded(tagsCell(product.tags)),
    is_published: String(product.is_published),
    option1_name: guarded(first?.name ?? ""),
    option2_name: guarded(second?.name ?? ""),
    option3_name: guarded(third?.name ?? ""),
    image_urls: product.images.map(({ url }) => url).join(" "),
  };
}

function variantCells(product: Product, variant: Variant): Partial<Record<ColumnName, string>> {
  const [first = "", second = "", third = ""] = product.variant_types.map(
    ({ id }) => variant.options.find(({ variant_type_id }) => variant_type_id === id)?.value ?? "",
  );
  return {
    option1_value: guarded(first),
    option2_value: guarded(second),
    option3_value: guarded(third),
    sku: guarded(variant.sku),
    barcode: guarded(variant.barcode),
    price: variant.price,
    compare_at_price: variant.compare_at_price ?? "",
    cost_price: variant.cost_price ?? "",
    inventory_policy: variant.inventory_policy,
    weight: String(variant.weight),
    weight_unit: variant.weight_unit,
  };
}

/** The rows of a product: one for each variant, and what all share in the first. */
export function productRows(
  product: Product,
  locations: readonly StockColumn[],
  stockOf: StockOf,
): string[][] {
  const variants: (Variant | null)[] = product.variants.length === 0 ? [null] : product.variants;
  return variants.map((variant, index) => {
    const cells: Partial<Record<ColumnName, string>> = {
      handle: guarded(product.handle),
      ...(index === 0 ? productCells(product) : {}),
      ...(variant === null ? {} : variantCells(product, variant)),
    };
    const stock = locations.map(({ id }) => String((variant && stockOf(variant.id, id)) ?? ""));
    return [...productCsvColumns.map(({ name }) => cells[name] ?? ""), ...stock];
  });
}
