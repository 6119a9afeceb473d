import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { buildFacetCondition } from "../../infrastructure/listing/search-conditions.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** The page to load while paging through all orders with a tag. */
interface TagPage {
  name: string;
  /** The id after which the page begins; 0 for the first page. */
  after: number;
  /** The maximum number of orders; fewer are returned only on the last page. */
  max: number;
  /**
   * The number of orders that are scanned before the index is used. Each use of the index must find all remaining orders
   * with the tag, even if the page needs only some of them.
   */
  scanLimit: number;
}

/**
 * List the ids of the next orders that have a tag, ascending. If many orders have the tag, a short scan finds them. If
 * few have it, the index finds them. So each page takes about the same time.
 */
export async function findOrdersWithTag(
  db: Queryable,
  store: Pick<Store, "id">,
  { name, after, max, scanLimit }: TagPage,
): Promise<number[]> {
  const conditions = createConditions("s.store_id = $1", [store.id]);
  const { indexed, exact } = buildFacetCondition("t", name, conditions);
  const nextCondition = `s.store_id = $1 and s.order_id > ${conditions.bind(after)}`;
  const limit = conditions.bind(max);
  const scanSql = `
    select s.order_id as id from (
      select s.order_id, s.facets from order_search s where ${nextCondition} order by s.order_id limit ${scanLimit}) s
    where ${exact} order by s.order_id limit ${limit}`;
  const indexSql = `
    select s.order_id as id from order_search s
    where ${nextCondition} and ${indexed} and ${exact} order by s.order_id limit ${limit}`;
  const findIds = async (statement: string, text: string) => {
    const rows = await db.many<{ id: number }>({ name: statement, text }, [...conditions.values]);
    return rows.map(({ id }) => id);
  };
  const scannedIds = await findIds(`orders_tagged_within_${scanLimit}`, scanSql);
  return scannedIds.length === max ? scannedIds : findIds("orders_tagged", indexSql);
}
