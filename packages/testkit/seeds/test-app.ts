import { type Scope, scopeNames } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { RandomText } from "@souk/platform";
import { issueAccessToken } from "@souk/platform/modules/installs";

const eventHeadText = "insert into event_heads (store_id) values ($1) on conflict do nothing";

const installText = `
  with partner as (insert into partners (name) values ('Practice') returning id),
  app as (
    insert into apps (partner_id, name, handle, client_id) select id, $2, $2, $2 from partner returning id)
  insert into installations (store_id, app_id, status, scopes, installed_at)
  select $1, id, 'enabled', $3, clock_timestamp() from app returning id`;

/**
 * Install a new app in a store by SQL, without a consent page, and start the store's event log if necessary. For tests and
 * benchmarks.
 * @returns the app's access token
 */
export async function installTestApp(
  db: Queryable,
  { store_id, handle, scopes = scopeNames }: { store_id: number; handle: string; scopes?: readonly Scope[] },
  random: RandomText,
): Promise<string> {
  await db.query(eventHeadText, [store_id]);
  const row = await db.maybeOne<{ id: number }>(installText, [store_id, handle, scopes]);
  const installation_id = row?.id ?? 0;
  return issueAccessToken(db, { installation_id, store_id, scopes }, random);
}
