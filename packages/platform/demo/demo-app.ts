import { type Database, laterThan } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { SecretReader } from "../modules/partners/index.ts";

/** The example app of examples/inventory-sync, as the demo registers it. */
export const demoAppHandle = "inventory-sync";

/** Where it is registered to be when it runs on a port of this machine. */
export function demoAppUrls(port: number): { app_url: string; redirection_urls: string[] } {
  const origin = `http://localhost:${port}`;
  return { app_url: `${origin}/`, redirection_urls: [`${origin}/auth/callback`] };
}

/** What the example app proves itself with. */
export interface DemoAppCredentials {
  client_id: string;
  client_secret: string;
}

// Only URLs of this machine are moved: somebody may have registered the app elsewhere since.
const moveText = `
  with app as (
    select app.id, app.client_id, app.app_url from apps app
    join partner_members member on member.partner_id = app.partner_id
    join accounts account on account.id = member.account_id
    where app.handle = $1 and account.email = $2
  ), moved as (
    update apps set app_url = $3, redirection_urls = $4, updated_at = ${laterThan("apps.updated_at")}
    from app where apps.id = app.id and app.app_url <> $3 and app.app_url ~ '^http://localhost:\\d+/$'
    returning apps.id
  )
  select id, client_id from app where app_url = $3 or id in (select id from moved)`;

/**
 * Hands out the demo app's credentials, and registers it anew at the port where it is going to run.
 * @returns null when the demo has no such app any more, or it is registered away from this machine
 */
export async function demoAppCredentials(
  database: Database,
  { secrets, clock }: { secrets: SecretReader; clock: Clock },
  { port, owner }: { port: number; owner: string },
): Promise<DemoAppCredentials | null> {
  const { app_url, redirection_urls } = demoAppUrls(port);
  const { rows } = await database.query<{ id: number; client_id: string }>(moveText, [
    demoAppHandle,
    owner,
    app_url,
    redirection_urls,
  ]);
  const [app] = rows;
  if (app === undefined) return null;
  const known = await secrets.secretsOf(database, app.id, new Date(clock.now()));
  return known === null ? null : { client_id: app.client_id, client_secret: known.signing };
}
