import { defineStatement, type Queryable } from "@souk/database";
import { appSuspensionColumns, type SuspensionColumns } from "../../infrastructure/suspension.ts";

/** An app as a merchant sees it. It counts as suspended while its partner is. */
export interface AppRow extends SuspensionColumns {
  id: number;
  kind: "public" | "custom";
  /** The store that made it, for a custom app; otherwise null. */
  store_id: number | null;
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  redirection_urls: string[];
  embedded: boolean;
  partner_name: string | null;
}

const columns = `
  app.id, app.kind, app.store_id, app.name, app.handle, app.client_id, app.app_url, app.redirection_urls, app.embedded,
  partner.name as partner_name, ${appSuspensionColumns}
  from apps app left join partners partner on partner.id = app.partner_id`;

/** Pattern of every client id and handle; the database accepts no NUL. */
const shape = /^[A-Za-z0-9_-]{1,255}$/;

const appByClientIdStatement = defineStatement(
  "app_by_client_id",
  `select ${columns} where app.client_id = $1`,
);

/** Find the app of a sent client id; null when there is none. */
export async function findAppByClientId(db: Queryable, clientId: string): Promise<AppRow | null> {
  if (!shape.test(clientId)) return null;
  return (await db.maybeOne<AppRow>(appByClientIdStatement, [clientId])) ?? null;
}

/** Find the public app of a client id or handle that a person typed; null when there is none. */
export async function findPublicApp(db: Queryable, name: string): Promise<AppRow | null> {
  if (!shape.test(name)) return null;
  const text = `select ${columns} where app.kind = 'public' and (app.client_id = $1 or app.handle = $1)
    order by app.client_id = $1 desc limit 1`;
  return (await db.maybeOne<AppRow>(text, [name])) ?? null;
}
