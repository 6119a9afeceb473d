import {
  type OperationResponse,
  type operations,
  productCsvColumns,
  stockColumnPrefix,
} from "@souk/contract";
import { productColumnUses, variantColumnUses } from "../../catalog/index.ts";
import { guarded, writeCells } from "../csv-cell.ts";

type Product = OperationResponse<typeof operations.getProduct>["product"];
type Variant = Product["variants"][number];

/** A location with the name of its column. */
export interface StockColumn {
  id: number;
  code: string;
}

/** Returns the stock of a variant at a location; undefined where it is not stocked. */
export type GetStock = (variantId: number, locationId: number) => number | undefined;

type ColumnName = (typeof productCsvColumns)[number]["name"];

/** Build the heading of a products' CSV file. */
export function productHeading(locations: readonly StockColumn[]): string[] {
  return [
    ...productCsvColumns.map(({ name }) => name),
    ...locations.map(({ code }) => `${stockColumnPrefix}${code}`),
  ];
}

function productCells(product: Product): Partial<Record<ColumnName, string>> {
  const [first, second, third] = product.variant_types;
  return {
    ...writeCells(productColumnUses.csv, product),
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
    ...writeCells(variantColumnUses.csv, variant),
    option1_value: guarded(first),
    option2_value: guarded(second),
    option3_value: guarded(third),
  };
}

/** Build the rows of a product: one for each variant, with the shared values in the first. */
export function productRows(
  product: Product,
  locations: readonly StockColumn[],
  getStock: GetStock,
): string[][] {
  const variants: (Variant | null)[] = product.variants.length === 0 ? [null] : product.variants;
  return variants.map((variant, index) => {
    const cells: Partial<Record<ColumnName, string>> = {
      handle: guarded(product.handle),
      ...(index === 0 ? productCells(product) : {}),
      ...(variant === null ? {} : variantCells(product, variant)),
    };
    const stock = locations.map(({ id }) => String((variant && getStock(variant.id, id)) ?? ""));
    return [...productCsvColumns.map(({ name }) => cells[name] ?? ""), ...stock];
  });
}
