import type { Queryable } from "@souk/database";
import { appSuspensionColumns, type SuspensionColumns } from "../../suspension.ts";

/** An app as a merchant meets it. It counts as suspended while its partner is. */
export interface AppRow extends SuspensionColumns {
  id: number;
  kind: "public" | "custom";
  /** Set for a custom app: the store that made it. */
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

/** No client id or handle looks otherwise, and the database takes no NUL. */
const shape = /^[A-Za-z0-9_-]{1,255}$/;

/** The app of a client id as somebody sent it; null when there is none. */
export async function findAppByClientId(run: Queryable, clientId: string): Promise<AppRow | null> {
  if (!shape.test(clientId)) return null;
  const text = `select ${columns} where app.client_id = $1`;
  return (await run.query<AppRow>({ name: "app_by_client_id", text }, [clientId])).rows[0] ?? null;
}

/** The public app of a client id or handle as somebody typed it; null when there is none. */
export async function findPublicApp(run: Queryable, name: string): Promise<AppRow | null> {
  if (!shape.test(name)) return null;
  const text = `select ${columns} where app.kind = 'public' and (app.client_id = $1 or app.handle = $1)
    order by app.client_id = $1 desc limit 1`;
  return (await run.query<AppRow>(text, [name])).rows[0] ?? null;
}
