import { defineStatement, type Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";
import { appIsNotSuspended } from "../suspension.ts";
import type { TopicSubscriber } from "./event-store.ts";
import type { InboxEvent } from "./merge-duplicate-events.ts";

/** A subscription to which past events must be sent. */
export interface PendingHistory {
  subscription_id: number;
  store_id: number;
  /** How many sequence numbers of the store's log are still to be examined. */
  remaining: number;
}

// WHK-8: while the installation is disabled or its app suspended, past events are not sent either.
const pendingSubscriptionsSql = `
  from webhook_subscriptions hook
    join installations i on i.id = hook.installation_id
    join apps app on app.id = i.app_id
    left join partners partner on partner.id = app.partner_id
    left join event_heads head on head.store_id = hook.store_id
    join lanes on lanes.subscription_id = hook.id
  where hook.history_after is not null and i.status = 'enabled' and lanes.closed_at is null and ${appIsNotSuspended}`;

/** List at most `limit` subscriptions to which past events must be sent now, with ids greater than `after`. */
export async function listPendingHistories(
  db: Queryable,
  after: number,
  limit: number,
): Promise<PendingHistory[]> {
  return await db.many<PendingHistory>(pendingStatement, [after, limit]);
}

const pendingStatement = defineStatement(
  "history_waiting",
  `
    select hook.id as subscription_id, hook.store_id, coalesce(head.last_sequence, 0) - hook.history_after as remaining
    ${pendingSubscriptionsSql} and hook.id > $1 order by hook.id limit $2`,
);

/** A subscription that this transaction has locked in order to send past events to it. */
export interface LockedHistory extends TopicSubscriber {
  /** The sequence number in the store's log up to which past events already have deliveries. */
  history_after: number;
  /** The last sequence number of the store's log. */
  last_sequence: number;
}

/**
 * Lock a subscription against changes and deletion until the transaction ends. Returns null if another process has
 * locked it, or if there are no past events to send to it now.
 */
export async function lockHistory(tx: Queryable, subscriptionId: number): Promise<LockedHistory | null> {
  return (await tx.maybeOne<LockedHistory>(lockStatement, [subscriptionId])) ?? null;
}

const lockStatement = defineStatement(
  "history_hold",
  `
    select hook.topic, hook.id as subscription_id, lanes.id as lane_id, hook.installation_id, hook.app_id, i.scopes,
      true as in_history, hook.history_after, coalesce(head.last_sequence, 0) as last_sequence
    ${pendingSubscriptionsSql} and hook.id = $1
    for no key update of hook skip locked for key share of lanes`,
);

/** An event of the log, without its payload. */
export interface PastEvent extends InboxEvent {
  sequence: number;
  created_at: Date;
  /** The time at which the event was read from the log. */
  now: Date;
}

/** The topic and the range of a store's log to read: sequence numbers greater than `after` and at most `up_to`. */
export interface PastEventQuery {
  store_id: number;
  topic: string;
  after: number;
  up_to: number;
  limit: number;
}

/** List past events of one topic in the order of their sequence numbers, without payloads. */
export async function readPastEvents(
  tx: Queryable,
  clock: DatabaseClock,
  { store_id, topic, after, up_to, limit }: PastEventQuery,
): Promise<PastEvent[]> {
  return await tx.many<PastEvent>(pastEventsStatement, [
    clock.getTestTime(),
    store_id,
    topic,
    after,
    up_to,
    limit,
  ]);
}

const pastEventsStatement = defineStatement(
  "history_read",
  `
    with ${momentCte}
    select sequence, created_at, id, topic, resource_id, context, trigger_by_app, payload is null as needs_payload, occurred_at,
      moment.now
    from events, moment
    where store_id = $2 and topic = $3 and sequence > $4 and sequence <= $5
    order by sequence limit $6`,
);

/** Store the rendered payloads of events that had no payload, so that every attempt sends the same payload. */
export async function storeRenderedPayloads(
  tx: Queryable,
  storeId: number,
  renderedPayloads: readonly { sequence: number; created_at: Date; text: string }[],
): Promise<void> {
  if (renderedPayloads.length === 0) return;
  const times = renderedPayloads.map(({ created_at }) => created_at.getTime());
  await tx.query(storePayloadsStatement, [
    storeId,
    renderedPayloads.map(({ sequence }) => sequence),
    renderedPayloads.map(({ text }) => text),
    new Date(Math.min(...times)),
    new Date(Math.max(...times)),
  ]);
}

// $4 and $5 limit the partitions at planning time, which a join could not (docs/decisions/0005).
const storePayloadsStatement = defineStatement(
  "history_keep",
  `
    update events e set payload = rendered.payload
    from unnest($2::bigint[], $3::text[]) as rendered(sequence, payload)
    where e.store_id = $1 and e.sequence = rendered.sequence and e.created_at >= $4 and e.created_at <= $5
      and e.payload is null`,
);

const setPositionStatement = defineStatement(
  "history_move",
  "update webhook_subscriptions set history_after = $2 where id = $1",
);

/** Store the sequence number up to which past events were sent to a subscription, or null if all were sent. */
export async function setHistoryPosition(
  tx: Queryable,
  subscriptionId: number,
  after: number | null,
): Promise<void> {
  await tx.query(setPositionStatement, [subscriptionId, after]);
}
