import { type Database, formatDifference, verifyStore } from "@souk/database";
import type { LoggedEvent } from "./event-truth.ts";
import { matchEvents } from "./match-events.ts";
import { getMark } from "./new-orders.ts";
import type { PlacedOrder } from "./place-all.ts";
import { orderTopic } from "./watching-app.ts";

interface KeptOrder {
  id: number;
  number: number;
  source_identifier: string;
}

/** Load the orders of this round and of earlier ones: the demo store has some of its own. */
async function keptOrders(database: Database, storeId: number): Promise<KeptOrder[]> {
  const rows = await database.many<KeptOrder>(
    `select id, number, source_identifier from orders
     where store_id = $1 and source_identifier like 'proof %' order by id`,
    [storeId],
  );
  return rows;
}

/**
 * Find where the stored orders disagree with the clients' responses: each key makes one at most, a rejection none.
 */
function findOrderErrors(placed: readonly PlacedOrder[], kept: readonly KeptOrder[]): string[] {
  const byName = Map.groupBy(kept, ({ source_identifier }) => source_identifier);
  const errors = placed.flatMap(({ order, known }) => {
    const name = order.source_identifier;
    const found = byName.get(name) ?? [];
    byName.delete(name);
    if (found.length > (known.is === "refused" ? 0 : 1))
      return [`the order ${name} is ${known.is} and was placed ${found.length} times`];
    if (known.is !== "done") return [];
    const [row] = found;
    if (row === undefined) return [`LOST: the order ${name} was acknowledged and is not there`];
    const { id, number } = known.answer;
    return row.id === id && row.number === number ? [] : [`the order ${name} was answered as #${number}`];
  });
  return [...errors, ...[...byName.keys()].map((name) => `the order ${name} was never asked for`)];
}

export interface OrderEventMatch {
  errors: string[];
  /** The sequence numbers of the events of the orders that clients placed. */
  sequences: readonly number[];
}

/** Compare the clients' knowledge of their orders with the database, and check that all stored order data adds up. */
export async function readOrders(
  database: Database,
  storeId: number,
  { placed, events }: { placed: readonly PlacedOrder[]; events: readonly LoggedEvent[] },
): Promise<OrderEventMatch> {
  const kept = await keptOrders(database, storeId);
  const marks = new Set(placed.map(({ order }) => getMark(order)));
  const own = kept.filter((order) => marks.has(getMark(order)));
  const ids = kept.map(({ id }) => id);
  const match = matchEvents({ topic: orderTopic, name: "order" }, ids, events);
  const numbers = new Set(kept.map(({ number }) => number));
  const errors = [
    ...findOrderErrors(placed, own),
    ...(numbers.size === kept.length ? [] : ["two orders have one number"]),
    ...match.errors,
  ];
  for await (const difference of verifyStore(database, storeId)) errors.push(formatDifference(difference));
  return { errors, sequences: own.flatMap(({ id }) => match.sequences.get(id) ?? []) };
}
