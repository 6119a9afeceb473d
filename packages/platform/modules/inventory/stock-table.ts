import { defineStatement, type Queryable } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";

/** A location with the fields that a table of stock by variant and location needs. */
export interface StockLocation {
  id: number;
  code: string;
  /** Whether stock may be added. */
  is_active: boolean;
}

/** The available quantity of a variant at a location. */
export interface AvailableStock {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
}

/** Load the store's locations, the primary one first. */
export async function loadStockLocations(db: Queryable, storeId: number): Promise<StockLocation[]> {
  const text = "select id, code, is_active from locations where store_id = $1 order by is_primary desc, id";
  return await db.many<StockLocation>(text, [storeId]);
}

const availableStatement = defineStatement(
  "stock_available",
  `select variant_id, location_id, inventory_quantity from inventory_levels
    where store_id = $1 and variant_id = ${buildAnyIds("$2")}`,
);

/** Load the available quantities of variants at all locations where they have a level. */
export async function loadAvailableStock(
  db: Queryable,
  storeId: number,
  variantIds: readonly number[],
): Promise<AvailableStock[]> {
  return await db.many<AvailableStock>(availableStatement, [storeId, [...variantIds]]);
}
