import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "@souk/delivery";
import { appIsLifted } from "../suspension.ts";
import type { InboxEvent } from "./merge-stubs.ts";

/** The stores that have events to number, at most `limit`, in the order of their ids after the given one. */
export async function storesWithEvents(run: Queryable, after: number, limit: number): Promise<number[]> {
  const found = await run.query<{ store_id: number }>(storesText, [after, limit]);
  return found.rows.map(({ store_id }) => store_id);
}

// From one store's first row to the next store's, never through all the rows between.
const storesText = {
  name: "inbox_stores",
  text: `
    with recursive waiting as (
      (select store_id from event_inbox where store_id > $1 order by store_id limit 1)
      union all
      select (select store_id from event_inbox where store_id > waiting.store_id order by store_id limit 1)
      from waiting where waiting.store_id is not null)
    select store_id from waiting where store_id is not null limit $2`,
};

export interface Peeked {
  /** When these events are numbered. */
  at: Date;
  events: InboxEvent[];
}

/** The first events of a store's inbox in the order of their ids; their payloads stay where they are. */
export async function peekInbox(
  tx: Queryable,
  clock: DatabaseClock,
  storeId: number,
  { after, most }: { after: number; most: number },
): Promise<Peeked | null> {
  const { rows } = await tx.query<InboxEvent & { now: Date }>(peekText, [clock.at(), storeId, after, most]);
  return rows[0] ? { at: rows[0].now, events: rows } : null;
}

const peekText = {
  name: "inbox_peek",
  text: `
    with ${momentOfClock}
    select moment.now, id, topic, resource_id, context, trigger_by_app, payload is null as stub, occurred_at
    from event_inbox, moment where store_id = $2 and id > $3 order by id limit $4`,
};

/** An event of the inbox with its number. */
export interface NumberedEvent {
  id: number;
  sequence: number;
  /** Only what a subscription wanted keeps a payload in the log. */
  wanted: boolean;
  /** The payload of a stub. */
  rendered: string | null;
}

/**
 * Takes events out of the inbox and puts those that have a number into the log, payloads and all.
 * @param ids all that are taken, those merged away included
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
    numbered.map(({ wanted }) => wanted),
    numbered.map(({ rendered }) => rendered),
  ]);
}

const moveText = {
  name: "inbox_to_log",
  text: `
    with taken as (delete from event_inbox where store_id = $2 and id = any($3::bigint[]) returning *),
      numbered as materialized (
        select * from unnest($4::bigint[], $5::bigint[], $6::boolean[], $7::text[]) as n(id, sequence, wanted, rendered))
    insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload, context,
      trigger_by_app, actor_kind, actor_id, request_id)
    select store_id, sequence, $1, id, occurred_at, topic, resource_id,
      case when wanted then coalesce(taken.payload, rendered) end, context, trigger_by_app, actor_kind, actor_id, request_id
    from taken join numbered using (id)`,
};

/** A subscription that wants a topic, of an installation that is enabled and whose app is not suspended. */
export interface Wanting {
  topic: string;
  subscription_id: number;
  lane_id: number;
  installation_id: number;
  app_id: number;
  scopes: string[];
  /** It is being sent history, which these events will follow as. */
  in_history: boolean;
}

/** Who wants these topics of a store. Their lanes are kept from being removed until this transaction ends. */
export async function subscribersOf(
  tx: Queryable,
  storeId: number,
  topics: readonly string[],
): Promise<Wanting[]> {
  return (await tx.query<Wanting>(subscribersText, [storeId, topics])).rows;
}

// WHK-8: an installation that is disabled is not sent what happens meanwhile, nor is one of an app that is suspended.
const subscribersText = {
  name: "event_subscribers",
  text: `
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
};
