import { type SecurityEventKind, securityEventKinds } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { getSite } from "../../infrastructure/client-network.ts";
import type { Actor, RequestClient } from "../../infrastructure/routing/actor.ts";
import { toStorableText, truncate } from "../../infrastructure/storable-text.ts";

/** A security event to record. */
export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** The person whom the event concerns; by default, the person who caused it. Null if nobody is known. */
  account_id?: number | null;
  store_id?: number | null;
  partner_id?: number | null;
  app_id?: number | null;
  /** Who caused the event; by default, the actor of the transaction. */
  actor?: Pick<Actor, "kind" | "id">;
  /** The request that caused the event; by default, the request of the transaction. */
  client?: RequestClient;
  /** Further details, which depend on the kind. They never contain a secret, a password or a token. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * The maximum numbers of events of one repeatable kind that are recorded in an hour, for each account, store or site (`getSite`),
 * and in total.
 * Further events are only counted, so that a flood can't fill the disk. The total is limited for the events of accounts and stores, and
 * separately for the events of unknown people, so that strangers who guess emails can't hide the events of accounts.
 */
export const maxRecorded = { per_source: 20, total: 5_000 } as const;

const maxTextLength = 512;

const eventColumns = `kind, account_id, store_id, partner_id, app_id, actor_kind, actor_id, client_address, user_agent,
  request_id, details`;

// `souk.actor` is set by the transaction of a person, an app or the operator (infrastructure/acting-as.ts).
const eventValues = `$1::text,
  coalesce($2::bigint, case when $6::text is null and cause ->> 'kind' = 'account' then (cause ->> 'id')::bigint end),
  $3::bigint, $4::bigint, $5::bigint, coalesce($6::text, cause ->> 'kind', 'system'), coalesce($7::text, cause ->> 'id', ''),
  coalesce($8::text, cause ->> 'client_address', ''), coalesce($9::text, cause ->> 'user_agent', ''),
  coalesce($10::text, cause ->> 'request_id', ''), $11::jsonb`;

const causeSql = `(select coalesce(nullif(current_setting('souk.actor', true), '')::jsonb, '{}') as cause) transaction_cause`;

/**
 * Build the SQL that inserts an event and queues it for the server's log.
 * @param source SQL after `from` that yields one row, or no row if the event is not recorded
 */
const buildInsert = (source: string): string => `
  event as (insert into security_events (${eventColumns}) select ${eventValues} from ${source} returning created_at, id)
  insert into unlogged_security_events (created_at, id) select created_at, id from event`;

const insertEvent = defineStatement("insert_security_event", `with ${buildInsert(causeSql)}`);

// Beyond the maximum total, no counts of further accounts, stores and sites are written. Only recorded events count toward the
// total, so that a few sources with many events can't hide the events of all other sources.
const insertRepeatableEvent = defineStatement(
  "insert_repeatable_security_event",
  `with present as (select date_trunc('hour', clock_timestamp()) as hour),
  of_source as (
    insert into security_event_counts as counted (hour, key, kind, account_id, store_id, client_address, count)
    select hour, $12::text, $1::text, $2::bigint, $3::bigint, $13::text, 1 from present
    where not exists (select from security_event_counts total
      where total.hour = present.hour and total.key = $14::text and total.count >= ${maxRecorded.total})
    on conflict (hour, key) do update set count = counted.count + 1 returning count),
  in_all as (
    insert into security_event_counts as counted (hour, key, kind, client_address, count)
    select hour, $14::text, $1::text, '', 1 from present
    where coalesce((select count from of_source), 1) <= ${maxRecorded.per_source}
    on conflict (hour, key) do update set count = counted.count + 1 returning count),
  ${buildInsert(`${causeSql}, in_all where in_all.count <= ${maxRecorded.total}`)}`,
);

function toText(text: string | undefined): string | null {
  return text === undefined ? null : toStorableText(truncate(text, maxTextLength));
}

/**
 * Record a security event, in the transaction of the change if there is one. A job then writes it to the server's log.
 *
 * Of a repeatable kind, at most `maxRecorded` events are recorded in an hour. Further events are only counted, and their number is
 * recorded after the hour, as `events_omitted`.
 */
export async function recordSecurityEvent(db: Queryable, event: NewSecurityEvent): Promise<void> {
  const { kind, account_id = null, store_id = null, partner_id = null, app_id = null } = event;
  const { actor, client, details = {} } = event;
  const values = [
    kind,
    account_id,
    store_id,
    partner_id,
    app_id,
    actor?.kind ?? null,
    actor?.id ?? null,
    toText(client?.client_address),
    toText(client?.user_agent),
    toText(client?.request_id),
    JSON.stringify(details),
  ];
  if (securityEventKinds[kind].isRepeatable)
    await db.query(insertRepeatableEvent, [
      ...values,
      buildSourceKey(event),
      getClientSite(event),
      buildTotalKey(event),
    ]);
  else await db.query(insertEvent, values);
}

function getClientSite({ client }: NewSecurityEvent): string {
  return truncate(getSite(client?.client_address ?? ""), maxTextLength);
}

/** Build the key under which the repeatable events of one source are counted: of an account, a store or a site. */
function buildSourceKey(event: NewSecurityEvent): string {
  const { kind, account_id, store_id } = event;
  if (account_id) return `${kind} account ${account_id}`;
  return store_id ? `${kind} store ${store_id}` : `${kind} site ${getClientSite(event)}`;
}

const totalKeySuffixes = { known: " known", unknown: " unknown" } as const;

/** Build the key of the total of a kind: of the events of accounts and stores, or of the events of unknown people. */
function buildTotalKey({ kind, account_id, store_id }: NewSecurityEvent): string {
  // guard own-total-of-accounts: with `kind === "signed_out"` instead of `account_id || store_id`, record-security-event.test.ts fails
  return `${kind}${account_id || store_id ? totalKeySuffixes.known : totalKeySuffixes.unknown}`;
}

/** Return whether a key counts all events of a kind, and not those of one source. */
export function isTotalKey(key: string, kind: SecurityEventKind): boolean {
  return Object.values(totalKeySuffixes).some((suffix) => key === `${kind}${suffix}`);
}
