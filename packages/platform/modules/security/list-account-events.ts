import type { SecurityEventKind } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor } from "../../infrastructure/routing/actor.ts";

/** A security event of an account, as its owner sees it. */
export interface AccountEvent {
  id: number;
  created_at: Date;
  kind: SecurityEventKind;
  actor_kind: Actor["kind"];
  /** Whether the event was caused by the account's owner, or by somebody with a session of the owner. */
  is_own: boolean;
  client_address: string;
  user_agent: string;
  details: Readonly<Record<string, unknown>>;
  store_name: string | null;
  app_name: string | null;
}

/** The position after which a page of events begins. */
export interface EventPosition {
  created_at: Date;
  id: number;
}

const text = `
  select event.id, event.created_at, event.kind, event.details, event.actor_kind, is_own,
    case when is_own or event.actor_kind = 'system' then event.client_address else '' end as client_address,
    case when is_own or event.actor_kind = 'system' then event.user_agent else '' end as user_agent,
    (select name from stores where stores.id = event.store_id) as store_name,
    (select name from apps where apps.id = event.app_id) as app_name
  from security_events event
    cross join lateral (select event.actor_kind = 'account' and event.actor_id = ($1::bigint)::text as is_own) actor
  where event.account_id = $1 and ($2::timestamptz is null or (event.created_at, event.id) < ($2::timestamptz, $3::bigint))
  order by event.created_at desc, event.id desc limit $4`;

/**
 * List the security events that concern an account, newest first. The network address and device of other people are left out.
 * @param before the last event of the previous page; null for the first page
 */
export async function listAccountEvents(
  db: Queryable,
  account_id: number,
  { before, limit }: { before: EventPosition | null; limit: number },
): Promise<AccountEvent[]> {
  return db.many<AccountEvent>(text, [account_id, before?.created_at ?? null, before?.id ?? null, limit]);
}
