import type { Queryable } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";

/** A location as a table of stock names it. */
export interface StockLocation {
  id: number;
  code: string;
  /** Where it is false, no stock may be added. */
  is_active: boolean;
}

/** What is available of a variant at a location. */
export interface AvailableStock {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
}

/** The store's locations, the primary one first. */
export async function stockLocations(run: Queryable, storeId: number): Promise<StockLocation[]> {
  const text = "select id, code, is_active from locations where store_id = $1 order by is_primary desc, id";
  return (await run.query<StockLocation>(text, [storeId])).rows;
}

const availableStatement = {
  name: "stock_available",
  text: `select variant_id, location_id, inventory_quantity from inventory_levels
    where store_id = $1 and variant_id = ${anyOf("$2")}`,
};

/** The stock of variants at every location that holds them. */
export async function availableStock(
  run: Queryable,
  storeId: number,
  variantIds: readonly number[],
): Promise<AvailableStock[]> {
  return (await run.query<AvailableStock>(availableStatement, [storeId, [...variantIds]])).rows;
}
