import { type Database, monotonicUpdatedAt } from "@souk/database";
import type { Clock } from "@souk/platform";
import type { SecretReader } from "@souk/platform/modules/partners";

/**
 * The example apps that the demo registers and that run next to a development server, by their handles. The setting with the
 * key `settingKey` exists if the demo has registered the app.
 */
export const demoApps = {
  "inventory-sync": { name: "Inventory Sync", defaultPort: 4100, settingKey: "demo" },
  logistics: { name: "Logistics", defaultPort: 4110, settingKey: "demo_logistics" },
} as const;

export type DemoAppHandle = keyof typeof demoApps;

/** Build the URLs of an example app that runs on a port of this machine. */
export function buildDemoAppUrls(port: number): { app_url: string; redirection_urls: string[] } {
  const origin = `http://localhost:${port}`;
  return { app_url: `${origin}/`, redirection_urls: [`${origin}/auth/callback`] };
}

/** Build the fulfillment URL of an example app that runs on a port of this machine. */
export function buildFulfillmentUrl(port: number): string {
  return `http://localhost:${port}/webhooks`;
}

/** The credentials of an example app. */
export interface DemoAppCredentials {
  client_id: string;
  client_secret: string;
}

/**
 * Why an example app cannot be used. `handle_taken` and `no_accounts`: the demo could not register it. `gone`: the demo's
 * partner has deleted it or changed its URLs.
 */
export type MissingDemoAppReason = "handle_taken" | "no_accounts" | "gone";

export type DemoAppResult =
  | { ok: true; credentials: DemoAppCredentials }
  | { ok: false; reason: MissingDemoAppReason };

// Only URLs that point to this machine are updated, because the demo's partner may have given the app other URLs.
const updateUrlsSql = `
  with app as (
    select app.id, app.client_id, app.app_url from apps app
    join partner_members member on member.partner_id = app.partner_id
    join accounts account on account.id = member.account_id
    where app.handle = $1 and account.email = $2 and exists (select from settings where key = $6)
  ), updated as (
    update apps set app_url = $3, redirection_urls = $4, updated_at = ${monotonicUpdatedAt("apps.updated_at")}
    from app where apps.id = app.id and app.app_url <> $3 and app.app_url ~ '^http://localhost:\\d+/$'
    returning apps.id
  ), updated_fulfillment_urls as (
    update app_fulfillment_urls fulfillment set url = $5, updated_at = ${monotonicUpdatedAt("fulfillment.updated_at")}
    from updated where fulfillment.app_id = updated.id and fulfillment.url ~ '^http://localhost:\\d+/webhooks$'
  )
  select id, client_id from app where app_url = $3 or id in (select id from updated)`;

const findReasonSql = `
  select case
    when exists (select from settings where key = $2) then 'gone'
    when exists (select from apps where handle = $1) then 'handle_taken'
    else 'no_accounts' end as reason`;

/** Update an example app's URLs to the port on which it will run, and return its credentials. */
export async function updateDemoAppUrls(
  database: Database,
  { secrets, clock }: { secrets: SecretReader; clock: Clock },
  { handle, port, ownerEmail }: { handle: DemoAppHandle; port: number; ownerEmail: string },
): Promise<DemoAppResult> {
  const { app_url, redirection_urls } = buildDemoAppUrls(port);
  const { settingKey } = demoApps[handle];
  const app = await database.maybeOne<{ id: number; client_id: string }>(updateUrlsSql, [
    handle,
    ownerEmail,
    app_url,
    redirection_urls,
    buildFulfillmentUrl(port),
    settingKey,
  ]);
  const appSecrets = app && (await secrets.loadSecrets(database, app.id, new Date(clock.now())));
  if (app && appSecrets)
    return { ok: true, credentials: { client_id: app.client_id, client_secret: appSecrets.signing } };
  const reasonRow = await database.maybeOne<{ reason: MissingDemoAppReason }>(findReasonSql, [
    handle,
    settingKey,
  ]);
  return { ok: false, reason: reasonRow?.reason ?? "gone" };
}
