import {
  type OperationResponse,
  type operations,
  productCsvColumns,
  stockColumnPrefix,
} from "@souk/contract";
import { productColumnFunctions, variantColumnFunctions } from "../../catalog/index.ts";
import { escapeFormula, formatCells } from "../csv-cell.ts";

type Product = OperationResponse<typeof operations.getProduct>["product"];
type Variant = Product["variants"][number];

/** A location whose stock is exported in a column. */
export interface ExportedLocation {
  id: number;
  code: string;
}

/** Returns the stock of a variant at a location, or undefined if there is no level. */
export type GetStock = (variantId: number, locationId: number) => number | undefined;

type ColumnName = (typeof productCsvColumns)[number]["name"];

/** Build the heading of a CSV file of products. */
export function buildProductHeading(locations: readonly ExportedLocation[]): string[] {
  return [
    ...productCsvColumns.map(({ name }) => name),
    ...locations.map(({ code }) => `${stockColumnPrefix}${code}`),
  ];
}

function buildProductCells(product: Product): Partial<Record<ColumnName, string>> {
  const [first, second, third] = product.variant_types;
  return {
    ...formatCells(productColumnFunctions.csv, product),
    option1_name: escapeFormula(first?.name ?? ""),
    option2_name: escapeFormula(second?.name ?? ""),
    option3_name: escapeFormula(third?.name ?? ""),
    image_urls: product.images.map(({ url }) => url).join(" "),
  };
}

function buildVariantCells(product: Product, variant: Variant): Partial<Record<ColumnName, string>> {
  const [first = "", second = "", third = ""] = product.variant_types.map(
    ({ id }) => variant.options.find(({ variant_type_id }) => variant_type_id === id)?.value ?? "",
  );
  return {
    ...formatCells(variantColumnFunctions.csv, variant),
    option1_value: escapeFormula(first),
    option2_value: escapeFormula(second),
    option3_value: escapeFormula(third),
  };
}

/**
 * Build a row for each variant of a product. The first row also contains the product's columns. A product without variants gets
 * one row.
 */
export function buildProductRows(
  product: Product,
  locations: readonly ExportedLocation[],
  getStock: GetStock,
): string[][] {
  const variants: (Variant | null)[] = product.variants.length === 0 ? [null] : product.variants;
  return variants.map((variant, index) => {
    const cells: Partial<Record<ColumnName, string>> = {
      handle: escapeFormula(product.handle),
      ...(index === 0 ? buildProductCells(product) : {}),
      ...(variant === null ? {} : buildVariantCells(product, variant)),
    };
    const stock = locations.map(({ id }) => String((variant && getStock(variant.id, id)) ?? ""));
    return [...productCsvColumns.map(({ name }) => cells[name] ?? ""), ...stock];
  });
}
