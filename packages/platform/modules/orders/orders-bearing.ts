import type { Queryable } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { facetSought } from "../../listing/token-search.ts";
import type { Store } from "../../routing/call.ts";

/** So many orders are looked at one after the other before the index is asked: it finds all that bear a tag, each time. */
const stretch = 20_000;

/**
 * The next orders that bear a tag, by their ids. Where many bear it they stand close together, and are met by walking; where few
 * do, the index finds them. So a walk over all of them takes as long for each.
 * @param after an id; 0 to begin
 * @returns at most so many; fewer when no more follow
 */
export async function ordersBearing(
  run: Queryable,
  store: Pick<Store, "id">,
  { name, after, most }: { name: string; after: number; most: number },
): Promise<number[]> {
  const conditions = createConditions("s.store_id = $1", [store.id]);
  const { indexed, exact } = facetSought("t", name, conditions);
  const next = `s.store_id = $1 and s.order_id > ${conditions.bind(after)}`;
  const limit = conditions.bind(most);
  const near = `
    select s.order_id as id from (
      select s.order_id, s.facets from order_search s where ${next} order by s.order_id limit ${stretch}) s
    where ${exact} order by s.order_id limit ${limit}`;
  const all = `
    select s.order_id as id from order_search s
    where ${next} and ${indexed} and ${exact} order by s.order_id limit ${limit}`;
  const found = async (statement: string, text: string) => {
    const { rows } = await run.query<{ id: number }>({ name: statement, text }, [...conditions.values]);
    return rows.map(({ id }) => id);
  };
  const walked = await found("orders_tagged_near", near);
  return walked.length === most ? walked : found("orders_tagged", all);
}
