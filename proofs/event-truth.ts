import type { Queryable } from "@souk/database";
import type { Movement } from "./stock-truth.ts";
import { type Heard, isWatchedTopic, levelTopic, productTopic } from "./watching-app.ts";

/** An event of the log. */
export interface LoggedEvent {
  sequence: number;
  topic: string;
  payload: string | null;
}

export async function loadEvents(db: Queryable, storeId: number): Promise<LoggedEvent[]> {
  const rows = await db.many<LoggedEvent>(
    "select sequence, topic, payload from events where store_id = $1 order by sequence",
    [storeId],
  );
  return rows;
}

/** Find gaps in the log's numbers, and events that were committed and never numbered. */
export async function findLogErrors(
  db: Queryable,
  storeId: number,
  events: readonly LoggedEvent[],
): Promise<string[]> {
  const row = await db.maybeOne<{ last: number; waiting: number }>(
    `select (select last_sequence from event_heads where store_id = $1) as last,
       (select count(*)::int from event_inbox where store_id = $1) as waiting`,
    [storeId],
  );
  const { last, waiting } = row ?? { last: -1, waiting: -1 };
  const missing = gapsIn(
    events.map(({ sequence }) => sequence),
    last,
  );
  return [
    ...missing.map((sequence) => `the log has no event ${sequence}`),
    ...(waiting === 0 ? [] : [`${waiting} events were never numbered`]),
  ];
}

interface LevelPayload {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  inventory_level_updated_at: string;
}

function getMark(variant: number, location: number, quantity: number, time: Date): string {
  return [variant, location, quantity, time.getTime()].join(" ");
}

export interface EventMatch {
  errors: string[];
  /** The sequence number of each movement's event, by the movement's reference. */
  sequences: ReadonlyMap<string, number>;
}

/** Check that the log has exactly one inventory event for each movement, and no others. */
export function eventsOfMovements(
  movements: readonly Movement[],
  events: readonly LoggedEvent[],
): EventMatch {
  const waiting = new Map(
    movements.map((movement) => [
      getMark(movement.variant_id, movement.location_id, movement.resulting_quantity, movement.created_at),
      movement.reference,
    ]),
  );
  const errors: string[] = [];
  const sequences = new Map<string, number>();
  for (const { sequence, topic, payload } of events) {
    if (topic !== levelTopic || payload === null) continue;
    const mark = markOfPayload(JSON.parse(payload) as LevelPayload);
    const reference = waiting.get(mark);
    if (reference === undefined)
      errors.push(`event ${sequence} tells of no change, or of one twice: ${payload}`);
    else sequences.set(reference, sequence);
    waiting.delete(mark);
  }
  return {
    errors: [...errors, ...[...waiting.keys()].map((mark) => `no event tells of the change ${mark}`)],
    sequences,
  };
}

function markOfPayload({ variant_id, location_id, ...level }: LevelPayload): string {
  return getMark(
    variant_id,
    location_id,
    level.inventory_quantity,
    new Date(level.inventory_level_updated_at),
  );
}

/**
 * Check that an app received every event of stock and orders from one on, each as the log has it, under its own
 * numbers without a gap.
 * @param bounds the first event it must have received, and its last number by the database
 */
export function findWebhookErrors(
  heard: readonly Heard[],
  events: readonly LoggedEvent[],
  bounds: { first: number; most: number },
): string[] {
  const bySequence = new Map(events.map((event) => [event.sequence, event]));
  const errors: string[] = [];
  for (const { topic, event_sequence, body } of heard) {
    const event = bySequence.get(event_sequence);
    if (event?.topic !== topic || event.payload !== body)
      errors.push(`a webhook tells of event ${event_sequence} what the log does not: ${body.slice(0, 200)}`);
  }
  const sequences = new Set(heard.map(({ event_sequence }) => event_sequence));
  const unheard = events.filter(
    ({ sequence, topic }) => sequence >= bounds.first && isWatchedTopic(topic) && !sequences.has(sequence),
  );
  errors.push(...unheard.map(({ sequence, topic }) => `event ${sequence} (${topic}) was never heard`));
  const numbers = gapsIn(
    heard.map(({ number }) => number),
    bounds.most,
  );
  return [...errors, ...numbers.map((number) => `delivery ${number} was never heard`)];
}

/** Check that the last event an app received of each product matches the product now. */
export async function findLastWordErrors(
  db: Queryable,
  storeId: number,
  heard: readonly Heard[],
): Promise<string[]> {
  const rows = await db.many<{ id: number; total: number }>(
    "select id, total_quantity as total from products where store_id = $1",
    [storeId],
  );
  const totals = new Map(rows.map(({ id, total }) => [id, total]));
  const products = heard
    .filter(({ topic }) => topic === productTopic)
    .toSorted((a, b) => a.event_sequence - b.event_sequence);
  const last = new Map(
    products.map(({ body }) => {
      const { id, total_quantity } = JSON.parse(body) as { id: number; total_quantity: number };
      return [id, total_quantity];
    }),
  );
  return [...last]
    .filter(([id, total]) => totals.get(id) !== total)
    .map(([id, total]) => `product ${id} was last heard to have ${total}, it has ${totals.get(id)}`);
}

/** List the missing numbers from the first to the last; the first is 1 if there are none. */
function gapsIn(numbers: readonly number[], last: number): number[] {
  const there = new Set(numbers);
  return Array.from({ length: last }, (_, index) => index + 1).filter((number) => !there.has(number));
}
