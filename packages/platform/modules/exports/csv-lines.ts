import type { AnswerOf, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { stringify } from "csv-stringify/sync";
import type { Store } from "../../routing/call.ts";
import { availableStock, stockLocations } from "../inventory/index.ts";
import type { LineWriter } from "./line-writer.ts";
import { productHeading, productRows } from "./product-rows.ts";

type Product = AnswerOf<typeof operations.getProduct>["product"];

/** Spreadsheets take a file for UTF-8 only when it says so. */
const byteOrderMark = "\ufeff";

function csvText(rows: string[][]): string {
  // Left to itself the writer quotes the whole of CR LF only, and a lone one of them would end the row.
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}

/** Makes the rows of products, in the columns that an import reads (docs: imports.create). */
export async function createCsvLines(database: Database, store: Store): Promise<LineWriter> {
  const locations = await stockLocations(database, store.id);
  return {
    heading: byteOrderMark + csvText([productHeading(locations)]),
    write: async (texts) => {
      const products = texts.map((text) => JSON.parse(text) as Product);
      const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id));
      const held = new Map(
        (await availableStock(database, store.id, variantIds)).map((stock) => [
          `${stock.variant_id} ${stock.location_id}`,
          stock.inventory_quantity,
        ]),
      );
      const stockOf = (variantId: number, locationId: number) => held.get(`${variantId} ${locationId}`);
      const rows = products.flatMap((product) => productRows(product, locations, stockOf));
      return { text: csvText(rows), rows: rows.length };
    },
  };
}
