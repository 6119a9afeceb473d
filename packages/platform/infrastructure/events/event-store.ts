import { defineStatement, type Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";
import { appIsLifted } from "../suspension.ts";
import type { InboxEvent } from "./merge-stubs.ts";

/** List the stores that have events to number, at most `limit`, by id after the given one. */
export async function storesWithEvents(db: Queryable, after: number, limit: number): Promise<number[]> {
  const found = await db.many<{ store_id: number }>(storesText, [after, limit]);
  return found.map(({ store_id }) => store_id);
}

// From one store's first row to the next store's, never through all the rows between.
const storesText = defineStatement(
  "inbox_stores",
  `
    with recursive waiting as (
      (select store_id from event_inbox where store_id > $1 order by store_id limit 1)
      union all
      select (select store_id from event_inbox where store_id > waiting.store_id order by store_id limit 1)
      from waiting where waiting.store_id is not null)
    select store_id from waiting where store_id is not null limit $2`,
);

export interface Peeked {
  /** The time at which these events are numbered. */
  at: Date;
  events: InboxEvent[];
}

/** List the first events of a store's inbox by id, without their payloads. */
export async function peekInbox(
  tx: Queryable,
  clock: DatabaseClock,
  storeId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Peeked | null> {
  const rows = await tx.many<InboxEvent & { now: Date }>(peekText, [clock.at(), storeId, after, limit]);
  return rows[0] ? { at: rows[0].now, events: rows } : null;
}

const peekText = defineStatement(
  "inbox_peek",
  `
    with ${momentCte}
    select moment.now, id, topic, resource_id, context, trigger_by_app, payload is null as stub, occurred_at
    from event_inbox, moment where store_id = $2 and id > $3 order by id limit $4`,
);

/** An event of the inbox with its number. */
export interface NumberedEvent {
  id: number;
  sequence: number;
  /** Whether a subscription wanted the event; only then does it keep a payload in the log. */
  hasSubscribers: boolean;
  /** The rendered payload of a stub. */
  rendered: string | null;
}

/**
 * Move events from the inbox to the log: those that have a number, payloads included.
 * @param ids all events to remove from the inbox, those merged away included
 */
export async function moveToLog(
  tx: Queryable,
  storeId: number,
  { at, ids, numbered }: { at: Date; ids: readonly number[]; numbered: readonly NumberedEvent[] },
): Promise<void> {
  await tx.query(moveText, [
    at,
    storeId,
    ids,
    numbered.map(({ id }) => id),
    numbered.map(({ sequence }) => sequence),
    numbered.map(({ hasSubscribers }) => hasSubscribers),
    numbered.map(({ rendered }) => rendered),
  ]);
}

const moveText = defineStatement(
  "inbox_to_log",
  `
    with taken as (delete from event_inbox where store_id = $2 and id = any($3::bigint[]) returning *),
      numbered as materialized (
        select * from unnest($4::bigint[], $5::bigint[], $6::boolean[], $7::text[]) as n(id, sequence, wanted, rendered))
    insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload, context,
      trigger_by_app, actor_kind, actor_id, request_id)
    select store_id, sequence, $1, id, occurred_at, topic, resource_id,
      case when wanted then coalesce(taken.payload, rendered) end, context, trigger_by_app, actor_kind, actor_id, request_id
    from taken join numbered using (id)`,
);

/** A subscription that wants a topic, of an enabled installation whose app is not suspended. */
export interface TopicSubscriber {
  topic: string;
  subscription_id: number;
  lane_id: number;
  installation_id: number;
  app_id: number;
  scopes: string[];
  /** Whether the subscription is being sent history, in which these events will follow. */
  in_history: boolean;
}

/**
 * List the subscriptions to these topics of a store. Their lanes cannot be removed until this transaction
 * ends.
 */
export async function loadSubscribers(
  tx: Queryable,
  storeId: number,
  topics: readonly string[],
): Promise<TopicSubscriber[]> {
  return await tx.many<TopicSubscriber>(subscribersText, [storeId, topics]);
}

// WHK-8: an installation that is disabled is not sent what happens meanwhile, nor is one of an app that is suspended.
const subscribersText = defineStatement(
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
      and ${appIsLifted}
    order by lanes.id for key share of lanes`,
);
