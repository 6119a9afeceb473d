import { defineStatement, type Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";
import { appIsNotSuspended } from "../suspension.ts";
import type { InboxEvent } from "./merge-duplicate-events.ts";

/** List the ids of at most `limit` stores that have events to number, starting after the store id `after`. */
export async function listStoresWithEvents(db: Queryable, after: number, limit: number): Promise<number[]> {
  const rows = await db.many<{ store_id: number }>(storesStatement, [after, limit]);
  return rows.map(({ store_id }) => store_id);
}

// Each step of the recursive query jumps to the first row of the next store and does not read the rows in between.
const storesStatement = defineStatement(
  "inbox_stores",
  `
    with recursive waiting as (
      (select store_id from event_inbox where store_id > $1 order by store_id limit 1)
      union all
      select (select store_id from event_inbox where store_id > waiting.store_id order by store_id limit 1)
      from waiting where waiting.store_id is not null)
    select store_id from waiting where store_id is not null limit $2`,
);

/** The first events of a store's inbox. */
export interface InboxBatch {
  /** The time at which the events are numbered. */
  numberedAt: Date;
  events: InboxEvent[];
}

/** List the first events of a store's inbox in the order of their ids, without payloads; null if there are none. */
export async function peekInbox(
  tx: Queryable,
  clock: DatabaseClock,
  storeId: number,
  { after, limit }: { after: number; limit: number },
): Promise<InboxBatch | null> {
  const rows = await tx.many<InboxEvent & { now: Date }>(peekStatement, [
    clock.getTestTime(),
    storeId,
    after,
    limit,
  ]);
  return rows[0] ? { numberedAt: rows[0].now, events: rows } : null;
}

const peekStatement = defineStatement(
  "inbox_peek",
  `
    with ${momentCte}
    select moment.now, id, topic, resource_id, context, trigger_by_app, payload is null as needs_payload, occurred_at
    from event_inbox, moment where store_id = $2 and id > $3 order by id limit $4`,
);

/** An event of the inbox that got its number. */
export interface NumberedEvent {
  id: number;
  sequence: number;
  /** Whether a subscription exists for the event's topic. Only then is the payload stored in the log. */
  hasSubscribers: boolean;
  /** If the event was published without a payload, the payload that has just been rendered; otherwise null. */
  renderedPayload: string | null;
}

/**
 * Move numbered events with their payloads from the inbox to the log.
 * @param ids all events to delete from the inbox, including those that were merged into others
 */
export async function moveToLog(
  tx: Queryable,
  storeId: number,
  {
    numberedAt,
    ids,
    numberedEvents,
  }: { numberedAt: Date; ids: readonly number[]; numberedEvents: readonly NumberedEvent[] },
): Promise<void> {
  await tx.query(moveStatement, [
    numberedAt,
    storeId,
    ids,
    numberedEvents.map(({ id }) => id),
    numberedEvents.map(({ sequence }) => sequence),
    numberedEvents.map(({ hasSubscribers }) => hasSubscribers),
    numberedEvents.map(({ renderedPayload }) => renderedPayload),
  ]);
}

const moveStatement = defineStatement(
  "inbox_to_log",
  `
    with removed as (delete from event_inbox where store_id = $2 and id = any($3::bigint[]) returning *),
      numbered as materialized (
        select * from unnest($4::bigint[], $5::bigint[], $6::boolean[], $7::text[]) as n(id, sequence, has_subscribers, rendered))
    insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload, context,
      trigger_by_app, actor_kind, actor_id, request_id)
    select store_id, sequence, $1, id, occurred_at, topic, resource_id,
      case when has_subscribers then coalesce(removed.payload, rendered) end, context, trigger_by_app, actor_kind, actor_id, request_id
    from removed join numbered using (id)`,
);

/** A subscription to a topic by an enabled installation whose app is not suspended. */
export interface TopicSubscriber {
  topic: string;
  subscription_id: number;
  lane_id: number;
  installation_id: number;
  app_id: number;
  scopes: string[];
  /** Whether past events are still being sent to the subscription. If so, new events are sent as part of the past events. */
  in_history: boolean;
}

/**
 * List the subscribers to these topics of a store, and lock their lanes against deletion until the transaction ends.
 */
export async function lockSubscribers(
  tx: Queryable,
  storeId: number,
  topics: readonly string[],
): Promise<TopicSubscriber[]> {
  return await tx.many<TopicSubscriber>(subscribersStatement, [storeId, topics]);
}

// WHK-8: a disabled installation, or one of a suspended app, does not receive events that happen while it is disabled or
// suspended.
const subscribersStatement = defineStatement(
  "event_subscribers",
  `
    select hook.topic, hook.id as subscription_id, lanes.id as lane_id, hook.installation_id, hook.app_id, i.scopes,
      hook.history_after is not null as in_history
    from webhook_subscriptions hook
      join installations i on i.id = hook.installation_id
      join apps app on app.id = i.app_id
      left join partners partner on partner.id = app.partner_id
      join lanes on lanes.subscription_id = hook.id
    where hook.store_id = $1 and hook.topic = any($2::text[]) and i.status = 'enabled' and lanes.closed_at is null
      and ${appIsNotSuspended}
    order by lanes.id for key share of lanes`,
);
