import type { Queryable } from "@souk/database";
import { keptTotalsOf } from "../../listing/kept-totals.ts";
import { namedStatement } from "../../listing/named-statement.ts";
import { type ProductFilters, type ProductRows, productConditions } from "./product-conditions.ts";

/**
 * What products are read by, with the way to find them that suits how many there are. A walk's later pages go the way of
 * its first, which kept a total.
 */
export async function findProducts(
  run: Queryable,
  storeId: number,
  query: ProductFilters,
): Promise<ProductRows> {
  const few = productConditions(storeId, query, "few");
  if (few.areMany === undefined) return few;
  const many = productConditions(storeId, query, "many");
  const totals = keptTotalsOf(run);
  const walked = [few, many].find((rows) => totals.of({ plural: "products", ...rows }) !== undefined);
  if (walked) return walked;
  const statement = namedStatement("products_probe", `select ${few.areMany} as many`);
  const { rows } = await run.query<{ many: boolean }>(statement, few.conditions.filterValues);
  return rows[0]?.many ? many : few;
}
