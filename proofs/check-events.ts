import type { Queryable } from "@souk/database";
import type { Movement } from "./check-stock.ts";
import { isWatchedTopic, levelTopic, productTopic, type ReceivedWebhook } from "./watching-app.ts";

/** An event of the log. */
export interface LoggedEvent {
  sequence: number;
  topic: string;
  payload: string | null;
}

/** Load all events of a store's log. */
export async function loadEvents(db: Queryable, storeId: number): Promise<LoggedEvent[]> {
  const rows = await db.many<LoggedEvent>(
    "select sequence, topic, payload from events where store_id = $1 order by sequence",
    [storeId],
  );
  return rows;
}

/** Find gaps in the log's sequence numbers, and committed events that were never numbered. */
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
  // If there is no row, -1 causes an error below.
  const { last, waiting } = row ?? { last: -1, waiting: -1 };
  const missingSequences = findGaps(
    events.map(({ sequence }) => sequence),
    last,
  );
  return [
    ...missingSequences.map((sequence) => `the log has no event ${sequence}`),
    ...(waiting === 0 ? [] : [`${waiting} events were never numbered`]),
  ];
}

interface LevelPayload {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  inventory_level_updated_at: string;
}

/** Build the key that a movement of a level and the movement's event have in common. */
function buildLevelKey(variant: number, location: number, quantity: number, time: Date): string {
  return [variant, location, quantity, time.getTime()].join(" ");
}

/** The result of matching events with stock movements. */
export interface EventMatch {
  errors: string[];
  /** The sequence number of each movement's event, by the movement's reference. */
  sequences: ReadonlyMap<string, number>;
}

/** Match movements with inventory events. Each movement must have exactly one event, and each event a movement. */
export function matchMovementEvents(
  movements: readonly Movement[],
  events: readonly LoggedEvent[],
): EventMatch {
  const unmatchedMovements = new Map(
    movements.map((movement) => [
      buildLevelKey(
        movement.variant_id,
        movement.location_id,
        movement.resulting_quantity,
        movement.created_at,
      ),
      movement.reference,
    ]),
  );
  const errors: string[] = [];
  const sequences = new Map<string, number>();
  for (const { sequence, topic, payload } of events) {
    if (topic !== levelTopic || payload === null) continue;
    const key = buildPayloadKey(JSON.parse(payload) as LevelPayload);
    const reference = unmatchedMovements.get(key);
    if (reference === undefined)
      errors.push(`event ${sequence} matches no movement, or one that already has an event: ${payload}`);
    else sequences.set(reference, sequence);
    unmatchedMovements.delete(key);
  }
  return {
    errors: [...errors, ...[...unmatchedMovements.keys()].map((key) => `the movement ${key} has no event`)],
    sequences,
  };
}

function buildPayloadKey({ variant_id, location_id, ...level }: LevelPayload): string {
  return buildLevelKey(
    variant_id,
    location_id,
    level.inventory_quantity,
    new Date(level.inventory_level_updated_at),
  );
}

/**
 * Find events that an app did not receive, webhooks that differ from the log, and gaps in the app's delivery numbers.
 * @param bounds the sequence number of the first event that the app must have received, and the app's last delivery number
 */
export function findWebhookErrors(
  webhooks: readonly ReceivedWebhook[],
  events: readonly LoggedEvent[],
  bounds: { firstSequence: number; lastNumber: number },
): string[] {
  const eventsBySequence = new Map(events.map((event) => [event.sequence, event]));
  const errors: string[] = [];
  for (const { topic, event_sequence, body } of webhooks) {
    const event = eventsBySequence.get(event_sequence);
    if (event?.topic !== topic || event.payload !== body)
      errors.push(`the webhook for event ${event_sequence} differs from the log: ${body.slice(0, 200)}`);
  }
  const sequences = new Set(webhooks.map(({ event_sequence }) => event_sequence));
  const missingEvents = events.filter(
    ({ sequence, topic }) =>
      sequence >= bounds.firstSequence && isWatchedTopic(topic) && !sequences.has(sequence),
  );
  errors.push(...missingEvents.map(({ sequence, topic }) => `event ${sequence} (${topic}) was not received`));
  const missingNumbers = findGaps(
    webhooks.map(({ number }) => number),
    bounds.lastNumber,
  );
  return [...errors, ...missingNumbers.map((number) => `delivery ${number} was not received`)];
}

/** Find products whose current total stock differs from the total in the last webhook that an app received for them. */
export async function findFinalStockErrors(
  db: Queryable,
  storeId: number,
  webhooks: readonly ReceivedWebhook[],
): Promise<string[]> {
  const rows = await db.many<{ id: number; total: number }>(
    "select id, total_quantity as total from products where store_id = $1",
    [storeId],
  );
  const totals = new Map(rows.map(({ id, total }) => [id, total]));
  const productWebhooks = webhooks
    .filter(({ topic }) => topic === productTopic)
    .toSorted((a, b) => a.event_sequence - b.event_sequence);
  const lastTotals = new Map(
    productWebhooks.map(({ body }) => {
      const { id, total_quantity } = JSON.parse(body) as { id: number; total_quantity: number };
      return [id, total_quantity];
    }),
  );
  return [...lastTotals]
    .filter(([id, total]) => totals.get(id) !== total)
    .map(
      ([id, total]) =>
        `the last webhook for product ${id} has a total stock of ${total}, but the product has ${totals.get(id)}`,
    );
}

/** Return the numbers from 1 to `maxNumber` that are missing. */
function findGaps(numbers: readonly number[], maxNumber: number): number[] {
  const numberSet = new Set(numbers);
  return Array.from({ length: maxNumber }, (_, index) => index + 1).filter(
    (number) => !numberSet.has(number),
  );
}
