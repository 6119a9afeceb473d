import type { Queryable } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { facetSought } from "../../listing/token-search.ts";
import type { Store } from "../../routing/call.ts";

/** Which part of a walk is read. */
interface Part {
  name: string;
  /** An id; 0 to begin. */
  after: number;
  /** So many orders; fewer when no more follow. */
  most: number;
  /** So many are looked at one after the other before the index is asked: it finds all that bear a tag, each time. */
  stretch: number;
}

/**
 * The next orders that bear a tag, by their ids. Where many bear it they stand close together, and are met by walking; where few
 * do, the index finds them. So a walk over all of them takes as long for each.
 */
export async function ordersBearing(
  run: Queryable,
  store: Pick<Store, "id">,
  { name, after, most, stretch }: Part,
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
  const walked = await found(`orders_tagged_within_${stretch}`, near);
  return walked.length === most ? walked : found("orders_tagged", all);
}
