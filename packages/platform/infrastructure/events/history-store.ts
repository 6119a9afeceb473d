import { defineStatement, type Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";
import { appIsLifted } from "../suspension.ts";
import type { TopicSubscriber } from "./event-store.ts";
import type { InboxEvent } from "./merge-stubs.ts";

/** A subscription that is being sent history. */
export interface InHistory {
  subscription_id: number;
  store_id: number;
  /** The count of numbers left in the log. */
  left: number;
}

// WHK-8: history waits, too, while the installation is disabled or its app suspended.
const subscriptions = `
  from webhook_subscriptions hook
    join installations i on i.id = hook.installation_id
    join apps app on app.id = i.app_id
    left join partners partner on partner.id = app.partner_id
    left join event_heads head on head.store_id = hook.store_id
    join lanes on lanes.subscription_id = hook.id
  where hook.history_after is not null and i.status = 'enabled' and lanes.closed_at is null and ${appIsLifted}`;

/** List the subscriptions that are being sent history and may be, at most `limit`, after an id. */
export async function subscriptionsInHistory(
  db: Queryable,
  after: number,
  limit: number,
): Promise<InHistory[]> {
  return await db.many<InHistory>(waitingText, [after, limit]);
}

const waitingText = defineStatement(
  "history_waiting",
  `
    select hook.id as subscription_id, hook.store_id, coalesce(head.last_sequence, 0) - hook.history_after as left
    ${subscriptions} and hook.id > $1 order by hook.id limit $2`,
);

/** A subscription whose history this transaction continues. */
export interface LockedHistory extends TopicSubscriber {
  history_after: number;
  /** The last number of the store's log. */
  last_sequence: number;
}

/**
 * Lock the subscription against change and removal until this transaction ends; null when another process has
 * it.
 */
export async function holdHistory(tx: Queryable, subscriptionId: number): Promise<LockedHistory | null> {
  return (await tx.maybeOne<LockedHistory>(holdText, [subscriptionId])) ?? null;
}

const holdText = defineStatement(
  "history_hold",
  `
    select hook.topic, hook.id as subscription_id, lanes.id as lane_id, hook.installation_id, hook.app_id, i.scopes,
      true as in_history, hook.history_after, coalesce(head.last_sequence, 0) as last_sequence
    ${subscriptions} and hook.id = $1
    for no key update of hook skip locked for key share of lanes`,
);

/** An event of the log, without its payload. */
export interface PastEvent extends InboxEvent {
  sequence: number;
  created_at: Date;
  now: Date;
}

/** The range of a store's log to read. */
export interface PastQuestion {
  store_id: number;
  topic: string;
  after: number;
  up_to: number;
  limit: number;
}

/** List events of one topic in order, without their payloads. */
export async function readPast(
  tx: Queryable,
  clock: DatabaseClock,
  { store_id, topic, after, up_to, limit }: PastQuestion,
): Promise<PastEvent[]> {
  return await tx.many<PastEvent>(pastText, [clock.at(), store_id, topic, after, up_to, limit]);
}

const pastText = defineStatement(
  "history_read",
  `
    with ${momentCte}
    select sequence, created_at, id, topic, resource_id, context, trigger_by_app, payload is null as stub, occurred_at,
      moment.now
    from events, moment
    where store_id = $2 and topic = $3 and sequence > $4 and sequence <= $5
    order by sequence limit $6`,
);

/** Store what was rendered for events that had no payload: every attempt sends it. */
export async function keepRendered(
  tx: Queryable,
  storeId: number,
  rendered: readonly { sequence: number; created_at: Date; text: string }[],
): Promise<void> {
  if (rendered.length === 0) return;
  const times = rendered.map(({ created_at }) => created_at.getTime());
  await tx.query(keepText, [
    storeId,
    rendered.map(({ sequence }) => sequence),
    rendered.map(({ text }) => text),
    new Date(Math.min(...times)),
    new Date(Math.max(...times)),
  ]);
}

// The partitions are chosen by $4 and $5, never by a join while it runs (docs/decisions/0005).
const keepText = defineStatement(
  "history_keep",
  `
    update events e set payload = made.payload
    from unnest($2::bigint[], $3::text[]) as made(sequence, payload)
    where e.store_id = $1 and e.sequence = made.sequence and e.created_at >= $4 and e.created_at <= $5
      and e.payload is null`,
);

const historyMoveStatement = defineStatement(
  "history_move",
  "update webhook_subscriptions set history_after = $2 where id = $1",
);

/** Set how far the history of a subscription is; null: it is over. */
export async function moveHistory(
  tx: Queryable,
  subscriptionId: number,
  after: number | null,
): Promise<void> {
  await tx.query(historyMoveStatement, [subscriptionId, after]);
}
