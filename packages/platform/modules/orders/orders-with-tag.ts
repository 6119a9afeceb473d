import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { buildFacetCondition } from "../../infrastructure/listing/search-conditions.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A page of a walk over the orders with a tag. */
interface TagPage {
  name: string;
  /** The id after which the page begins; 0 for the first. */
  after: number;
  /** The maximum number of orders; fewer are returned only on the last page. */
  max: number;
  /**
   * The number of orders that are scanned before the index is used, which finds all remaining orders with the
   * tag each time.
   */
  scanLimit: number;
}

/**
 * List the next orders that have a tag, by id. If many orders have the tag, a scan finds them close together; if few
 * have it, the index finds them. So each page of a walk takes about the same time.
 */
export async function findOrdersWithTag(
  db: Queryable,
  store: Pick<Store, "id">,
  { name, after, max, scanLimit }: TagPage,
): Promise<number[]> {
  const conditions = createConditions("s.store_id = $1", [store.id]);
  const { indexed, exact } = buildFacetCondition("t", name, conditions);
  const next = `s.store_id = $1 and s.order_id > ${conditions.bind(after)}`;
  const limit = conditions.bind(max);
  const near = `
    select s.order_id as id from (
      select s.order_id, s.facets from order_search s where ${next} order by s.order_id limit ${scanLimit}) s
    where ${exact} order by s.order_id limit ${limit}`;
  const all = `
    select s.order_id as id from order_search s
    where ${next} and ${indexed} and ${exact} order by s.order_id limit ${limit}`;
  const findIds = async (statement: string, text: string) => {
    const rows = await db.many<{ id: number }>({ name: statement, text }, [...conditions.values]);
    return rows.map(({ id }) => id);
  };
  const scanned = await findIds(`orders_tagged_within_${scanLimit}`, near);
  return scanned.length === max ? scanned : findIds("orders_tagged", all);
}
