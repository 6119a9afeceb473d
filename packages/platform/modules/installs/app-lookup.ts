import { defineStatement, type Queryable } from "@souk/database";
import { appSuspensionColumns, type SuspensionColumns } from "../../infrastructure/suspension.ts";

/** An app, with the columns that pages for merchants need. An app also counts as suspended while its partner is suspended. */
export interface AppRow extends SuspensionColumns {
  id: number;
  kind: "public" | "custom";
  /** The store of a custom app; null for a public app. */
  store_id: number | null;
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  redirection_urls: string[];
  embedded: boolean;
  /** Whether an authorize request of the app must have a PKCE challenge. */
  requires_pkce: boolean;
  partner_name: string | null;
}

const selectSql = `
  select app.id, app.kind, app.store_id, app.name, app.handle, app.client_id, app.app_url, app.redirection_urls, app.embedded,
  app.requires_pkce, partner.name as partner_name, ${appSuspensionColumns}
  from apps app left join partners partner on partner.id = app.partner_id`;

/** The pattern of client ids and handles. Any other text, such as text with a NUL character, is not sent to the database. */
const clientIdOrHandlePattern = /^[A-Za-z0-9_-]{1,255}$/;

const appByClientIdStatement = defineStatement("app_by_client_id", `${selectSql} where app.client_id = $1`);

/** Find the app with this client id, or return null if it does not exist. */
export async function findAppByClientId(db: Queryable, clientId: string): Promise<AppRow | null> {
  if (!clientIdOrHandlePattern.test(clientId)) return null;
  return (await db.maybeOne<AppRow>(appByClientIdStatement, [clientId])) ?? null;
}

/** Find the public app whose client id or handle a person typed, or return null if it does not exist. */
export async function findPublicApp(db: Queryable, clientIdOrHandle: string): Promise<AppRow | null> {
  if (!clientIdOrHandlePattern.test(clientIdOrHandle)) return null;
  const text = `${selectSql} where app.kind = 'public' and (app.client_id = $1 or app.handle = $1)
    order by app.client_id = $1 desc limit 1`;
  return (await db.maybeOne<AppRow>(text, [clientIdOrHandle])) ?? null;
}
