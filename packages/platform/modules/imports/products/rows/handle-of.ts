import type { CsvRow } from "../../csv/read-csv.ts";
import { cellsOf } from "../../rows/cells-of.ts";
import type { ProductHeading } from "./read-product-heading.ts";

/** The handle of a row; empty when it has none. */
export function handleOf(heading: ProductHeading, row: CsvRow): string {
  return cellsOf(heading, row)("handle")?.trim() ?? "";
}
