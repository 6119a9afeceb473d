import { type Scope, scopeNames } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { issueAccessToken } from "../modules/installs/index.ts";
import type { RandomText } from "../random.ts";

const headText = "insert into event_heads (store_id) values ($1) on conflict do nothing";

const installText = `
  with partner as (insert into partners (name) values ('Practice') returning id),
  app as (
    insert into apps (partner_id, name, handle, client_id) select id, $2, $2, $2 from partner returning id)
  insert into installations (store_id, app_id, status, scopes, installed_at)
  select $1, id, 'enabled', $3, clock_timestamp() from app returning id`;

/**
 * Installs an app in a shop without asking anybody, for tests and benches; the shop's event log begins if it has not.
 * @returns its access token
 */
export async function installPracticeApp(
  run: Queryable,
  { store_id, handle, scopes = scopeNames }: { store_id: number; handle: string; scopes?: readonly Scope[] },
  random: RandomText,
): Promise<string> {
  await run.query(headText, [store_id]);
  const { rows } = await run.query<{ id: number }>(installText, [store_id, handle, scopes]);
  const installation_id = rows[0]?.id ?? 0;
  return issueAccessToken(run, { installation_id, store_id, scopes }, random);
}
