import { type Database, sentenceOf, verifyStore } from "@souk/database";
import type { LoggedEvent } from "./event-truth.ts";
import { markOf } from "./new-orders.ts";
import type { PlacedOrder } from "./place-all.ts";
import { toldOnce } from "./told-once.ts";
import { orderTopic } from "./watching-app.ts";

interface KeptOrder {
  id: number;
  number: number;
  source_identifier: string;
}

/** The orders of this round and those before it: the demo shop has some of its own. */
async function keptOrders(database: Database, storeId: number): Promise<KeptOrder[]> {
  const { rows } = await database.query<KeptOrder>(
    `select id, number, source_identifier from orders
     where store_id = $1 and source_identifier like 'proof %' order by id`,
    [storeId],
  );
  return rows;
}

/** Where the orders there are disagree with what the clients were told: each key makes one at most, a refusal none. */
function keptFaults(placed: readonly PlacedOrder[], kept: readonly KeptOrder[]): string[] {
  const byName = Map.groupBy(kept, ({ source_identifier }) => source_identifier);
  const faults = placed.flatMap(({ order, known }) => {
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
  return [...faults, ...[...byName.keys()].map((name) => `the order ${name} was never asked for`)];
}

export interface ToldOrders {
  faults: string[];
  /** The numbers of the events that tell of those that the clients placed. */
  sequences: readonly number[];
}

/** Holds what clients know of their orders against the database, and whether all that is kept of orders adds up. */
export async function readOrders(
  database: Database,
  storeId: number,
  { placed, events }: { placed: readonly PlacedOrder[]; events: readonly LoggedEvent[] },
): Promise<ToldOrders> {
  const kept = await keptOrders(database, storeId);
  const marks = new Set(placed.map(({ order }) => markOf(order)));
  const own = kept.filter((order) => marks.has(markOf(order)));
  const ids = kept.map(({ id }) => id);
  const told = toldOnce({ topic: orderTopic, name: "order" }, ids, events);
  const numbers = new Set(kept.map(({ number }) => number));
  const faults = [
    ...keptFaults(placed, own),
    ...(numbers.size === kept.length ? [] : ["two orders have one number"]),
    ...told.faults,
  ];
  for await (const difference of verifyStore(database, storeId)) faults.push(sentenceOf(difference));
  return { faults, sequences: own.flatMap(({ id }) => told.sequences.get(id) ?? []) };
}
