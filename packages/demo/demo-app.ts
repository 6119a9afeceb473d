import { type Database, monotonicUpdatedAt } from "@souk/database";
import type { Clock } from "@souk/platform";
import type { SecretReader } from "@souk/platform/modules/partners";

/**
 * The apps of `examples` that run beside a development server, by their handles, as the demo registers them. The setting `marker`
 * says that it has.
 */
export const demoApps = {
  "inventory-sync": { name: "Inventory Sync", usualPort: 4100, marker: "demo" },
  logistics: { name: "Logistics", usualPort: 4110, marker: "demo_logistics" },
} as const;

export type DemoAppHandle = keyof typeof demoApps;

/** Where an app is registered to be when it runs on a port of this machine. */
export function demoAppUrls(port: number): { app_url: string; redirection_urls: string[] } {
  const origin = `http://localhost:${port}`;
  return { app_url: `${origin}/`, redirection_urls: [`${origin}/auth/callback`] };
}

/** Where an app on a port of this machine answers the Fulfill action. */
export function demoFulfillmentUrl(port: number): string {
  return `http://localhost:${port}/webhooks`;
}

/** What an app of the demo proves itself with. */
export interface DemoAppCredentials {
  client_id: string;
  client_secret: string;
}

/** Why there are none: the demo could not register the app, or its partner has it here no longer. */
export type NoDemoApp = "handle_taken" | "no_accounts" | "gone";

export type DemoAppVerdict = { ok: true; credentials: DemoAppCredentials } | { ok: false; reason: NoDemoApp };

// Only URLs of this machine are moved: somebody may have registered the app elsewhere since.
const moveText = `
  with app as (
    select app.id, app.client_id, app.app_url from apps app
    join partner_members member on member.partner_id = app.partner_id
    join accounts account on account.id = member.account_id
    where app.handle = $1 and account.email = $2 and exists (select from settings where key = $6)
  ), moved as (
    update apps set app_url = $3, redirection_urls = $4, updated_at = ${monotonicUpdatedAt("apps.updated_at")}
    from app where apps.id = app.id and app.app_url <> $3 and app.app_url ~ '^http://localhost:\\d+/$'
    returning apps.id
  ), answering as (
    update app_fulfillment_urls answer set url = $5, updated_at = ${monotonicUpdatedAt("answer.updated_at")}
    from moved where answer.app_id = moved.id and answer.url ~ '^http://localhost:\\d+/webhooks$'
  )
  select id, client_id from app where app_url = $3 or id in (select id from moved)`;

const reasonText = `
  select case
    when exists (select from settings where key = $2) then 'gone'
    when exists (select from apps where handle = $1) then 'handle_taken'
    else 'no_accounts' end as reason`;

/** Hands out the credentials of an app of the demo and registers it again at the port where it will run. */
export async function demoAppCredentials(
  database: Database,
  { secrets, clock }: { secrets: SecretReader; clock: Clock },
  { handle, port, owner }: { handle: DemoAppHandle; port: number; owner: string },
): Promise<DemoAppVerdict> {
  const { app_url, redirection_urls } = demoAppUrls(port);
  const { marker } = demoApps[handle];
  const app = await database.maybeOne<{ id: number; client_id: string }>(moveText, [
    handle,
    owner,
    app_url,
    redirection_urls,
    demoFulfillmentUrl(port),
    marker,
  ]);
  const known = app && (await secrets.loadSecrets(database, app.id, new Date(clock.now())));
  if (app && known)
    return { ok: true, credentials: { client_id: app.client_id, client_secret: known.signing } };
  const why = await database.maybeOne<{ reason: NoDemoApp }>(reasonText, [handle, marker]);
  return { ok: false, reason: why?.reason ?? "gone" };
}
