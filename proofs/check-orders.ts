import { type Database, formatDifference, verifyStore } from "@souk/database";
import type { LoggedEvent } from "./check-events.ts";
import type { OrderResult } from "./client-tasks.ts";
import { matchEvents } from "./match-events.ts";
import { getPlanId } from "./new-orders.ts";
import { orderTopic } from "./watching-app.ts";

interface StoredOrder {
  id: number;
  number: number;
  source_identifier: string;
}

/** Load the orders of all rounds, without those of the demo data. */
async function loadOrders(database: Database, storeId: number): Promise<StoredOrder[]> {
  const rows = await database.many<StoredOrder>(
    `select id, number, source_identifier from orders
     where store_id = $1 and source_identifier like 'proof %' order by id`,
    [storeId],
  );
  return rows;
}

/** Find differences between stored orders and responses. A request may place at most one order, a rejected request none. */
function findOrderErrors(results: readonly OrderResult[], storedOrders: readonly StoredOrder[]): string[] {
  const ordersByIdentifier = Map.groupBy(storedOrders, ({ source_identifier }) => source_identifier);
  const errors = results.flatMap(({ order, result }) => {
    const name = order.source_identifier;
    const matches = ordersByIdentifier.get(name) ?? [];
    ordersByIdentifier.delete(name);
    if (matches.length > (result.status === "rejected" ? 0 : 1))
      return [`the order ${name} is ${result.status} but was placed ${matches.length} times`];
    if (result.status !== "acknowledged") return [];
    const [storedOrder] = matches;
    if (storedOrder === undefined)
      return [`LOST: the order ${name} was acknowledged but is not in the database`];
    const { id, number } = result.record;
    return storedOrder.id === id && storedOrder.number === number
      ? []
      : [`the response to the order ${name} has number #${number}`];
  });
  return [...errors, ...[...ordersByIdentifier.keys()].map((name) => `no client placed the order ${name}`)];
}

export interface OrderEventMatch {
  errors: string[];
  /** The sequence numbers of the events of the orders that clients placed. */
  sequences: readonly number[];
}

/** Check that the stored orders and their events match the responses, and that all stored totals are consistent. */
export async function checkOrders(
  database: Database,
  storeId: number,
  { results, events }: { results: readonly OrderResult[]; events: readonly LoggedEvent[] },
): Promise<OrderEventMatch> {
  const storedOrders = await loadOrders(database, storeId);
  // An order's source identifier starts with the id of its plan, and each round has its own plan.
  const planIds = new Set(results.map(({ order }) => getPlanId(order)));
  const roundOrders = storedOrders.filter((order) => planIds.has(getPlanId(order)));
  const ids = storedOrders.map(({ id }) => id);
  const match = matchEvents({ topic: orderTopic, name: "order" }, ids, events);
  const numbers = new Set(storedOrders.map(({ number }) => number));
  const errors = [
    ...findOrderErrors(results, roundOrders),
    ...(numbers.size === storedOrders.length ? [] : ["two orders have the same number"]),
    ...match.errors,
  ];
  for await (const difference of verifyStore(database, storeId)) errors.push(formatDifference(difference));
  return { errors, sequences: roundOrders.flatMap(({ id }) => match.sequences.get(id) ?? []) };
}
