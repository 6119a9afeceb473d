import { laterThan, type Queryable } from "@souk/database";
import { printable } from "../../printable.ts";
import { appSuspensionColumns, type SuspensionColumns } from "../../suspension.ts";
import type { InstallationKey } from "./installs-wiring.ts";

/** An installation that is not ended, with its app and whether that is suspended, as the shop's people see it. */
export interface InstallationRow extends SuspensionColumns {
  id: number;
  app_id: number;
  client_id: string;
  name: string;
  handle: string;
  kind: "public" | "custom";
  app_url: string;
  embedded: boolean;
  status: "enabled" | "disabled" | "uninstalling";
  scopes: string[];
  /** Null for a custom app, and for a partner that gave no name. */
  partner_name: string | null;
  installed_at: Date;
}

/** Which of a store's installations. */
export interface InstallationFilter {
  client_id?: string | undefined;
  kind?: "public" | "custom" | undefined;
}

const live = `
  select installation.id, installation.app_id, installation.status, installation.scopes, installation.installed_at,
    app.client_id, app.name, app.handle, app.kind, app.app_url, app.embedded,
    nullif(partner.name, '') as partner_name, ${appSuspensionColumns}
  from installations installation join apps app on app.id = installation.app_id
    left join partners partner on partner.id = app.partner_id
  where installation.store_id = $1 and installation.status <> 'uninstalled'`;

/** An installation of a store by its id; null when it is ended or another store's. */
export async function selectInstallation(
  run: Queryable,
  storeId: number,
  id: number,
): Promise<InstallationRow | null> {
  const { rows } = await run.query<InstallationRow>(`${live} and installation.id = $2`, [storeId, id]);
  return rows[0] ?? null;
}

/** The same, which no other transaction can change until this one ends. */
export async function lockInstallation(
  tx: Queryable,
  storeId: number,
  id: number,
): Promise<InstallationRow | null> {
  const text = `${live} and installation.id = $2 for no key update of installation`;
  return (await tx.query<InstallationRow>(text, [storeId, id])).rows[0] ?? null;
}

/** What a store has of an app; null when nothing. */
export async function selectInstallationOfApp(
  run: Queryable,
  storeId: number,
  appId: number,
): Promise<InstallationRow | null> {
  const { rows } = await run.query<InstallationRow>(`${live} and installation.app_id = $2`, [storeId, appId]);
  return rows[0] ?? null;
}

/** What a store has of the app of a handle or a client id; null when nothing. */
export async function selectInstallationNamed(
  run: Queryable,
  storeId: number,
  { app_handle, client_id }: { app_handle?: string | undefined; client_id?: string | undefined },
): Promise<InstallationRow | null> {
  const text = `${live} and (app.handle = $2 or app.client_id = $3)`;
  const values = [storeId, printable(app_handle ?? ""), printable(client_id ?? "")];
  return (await run.query<InstallationRow>(text, values)).rows[0] ?? null;
}

const filtered = `${live} and ($2::text is null or app.client_id = $2) and ($3::text is null or app.kind = $3)`;

/** A store's installations, the latest first. */
export async function selectInstallations(
  run: Queryable,
  storeId: number,
  { client_id, kind, limit, offset }: InstallationFilter & { limit: number; offset: number },
): Promise<InstallationRow[]> {
  const text = `${filtered} order by installation.installed_at desc, installation.id desc limit $4 offset $5`;
  const values = [storeId, client_id ?? null, kind ?? null, limit, offset];
  return (await run.query<InstallationRow>(text, values)).rows;
}

/** How many apps a store has, ended installations left out. */
export async function countInstallations(
  run: Queryable,
  storeId: number,
  { client_id, kind }: InstallationFilter,
): Promise<number> {
  const text = `select count(*) as count from (${filtered}) installed`;
  const { rows } = await run.query<{ count: number }>(text, [storeId, client_id ?? null, kind ?? null]);
  return rows[0]?.count ?? 0;
}

const touched = `updated_at = ${laterThan("installations.updated_at")}`;

/**
 * Makes an app's installation in a store, or adds scopes to the one it has.
 *
 * @returns its id, and whether it is new; null when one is just being uninstalled, which is then locked
 */
export async function insertOrExtend(
  tx: Queryable,
  grant: { store_id: number; app_id: number; scopes: readonly string[] },
  now: Date,
): Promise<{ id: number; created: boolean } | null> {
  const { rows } = await tx.query<{ id: number; created: boolean }>(
    `insert into installations (store_id, app_id, status, scopes, installed_at) values ($1, $2, 'enabled', $3, $4)
     on conflict (store_id, app_id) where status <> 'uninstalled' do update
       set scopes = array(select distinct unnest(installations.scopes || excluded.scopes) order by 1), ${touched}
       where installations.status <> 'uninstalling'
     returning id, xmax = 0 as created`,
    [grant.store_id, grant.app_id, grant.scopes, now],
  );
  return rows[0] ?? null;
}

/** Changes the state of an installation that the transaction has locked. */
export async function setStatus(
  tx: Queryable,
  id: number,
  change: { status: "enabled" | "disabled" | "uninstalling"; now: Date },
): Promise<void> {
  await tx.query(
    `update installations set status = $2,
       disabled_at = case when $2 = 'disabled' then $3::timestamptz end,
       uninstall_requested_at = case when $2 = 'uninstalling' then $3::timestamptz end, ${touched}
     where id = $1`,
    [id, change.status, change.now],
  );
}

/** Ends an installation whose uninstall has begun; null when somebody else has ended it. */
export async function endInstallation(tx: Queryable, id: number, now: Date): Promise<InstallationKey | null> {
  const { rows } = await tx.query<InstallationKey>(
    `update installations set status = 'uninstalled', uninstalled_at = $2, ${touched}
     where id = $1 and status = 'uninstalling'
     returning id as installation_id, store_id, app_id`,
    [id, now],
  );
  return rows[0] ?? null;
}

/** The installations whose uninstall began at a time or before, the longest waiting first. */
export async function selectUninstalling(run: Queryable, until: Date, limit: number): Promise<number[]> {
  const { rows } = await run.query<{ id: number }>(
    {
      name: "installations_uninstalling",
      text: `select id from installations where status = 'uninstalling' and uninstall_requested_at <= $1
        order by uninstall_requested_at limit $2`,
    },
    [until, limit],
  );
  return rows.map(({ id }) => id);
}
