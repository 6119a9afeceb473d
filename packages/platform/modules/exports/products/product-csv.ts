import type { OperationResponse, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { loadAvailableStock, loadStockLocations } from "../../inventory/index.ts";
import { byteOrderMark, formatCsv } from "../csv-text.ts";
import type { LineFormatter } from "../line-formatter.ts";
import { buildProductHeading, buildProductRows } from "./product-rows.ts";

type Product = OperationResponse<typeof operations.getProduct>["product"];

/** Create the formatter of products as CSV rows, in the columns that an import reads (docs: imports.create). */
export async function createProductCsvFormatter(database: Database, store: Store): Promise<LineFormatter> {
  const locations = await loadStockLocations(database, store.id);
  return {
    heading: byteOrderMark + formatCsv([buildProductHeading(locations)]),
    format: async (texts) => {
      const products = texts.map((text) => JSON.parse(text) as Product);
      const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id));
      const quantityByLevel = new Map(
        (await loadAvailableStock(database, store.id, variantIds)).map((stock) => [
          `${stock.variant_id} ${stock.location_id}`,
          stock.inventory_quantity,
        ]),
      );
      const getStock = (variantId: number, locationId: number) =>
        quantityByLevel.get(`${variantId} ${locationId}`);
      const rows = products.flatMap((product) => buildProductRows(product, locations, getStock));
      return { text: formatCsv(rows), rowCount: rows.length };
    },
  };
}
