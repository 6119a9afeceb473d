import { type AnswerOf, isScope, type operations, pageOf, refuse, scopes } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { suspensionOf } from "../../suspension.ts";
import {
  countInstallations,
  type InstallationFilter,
  type InstallationRow,
  selectInstallation,
  selectInstallations,
} from "./installation-store.ts";

/** An installed app as the merchant sees it. */
export type InstalledApp = AnswerOf<typeof operations.getInstalledApp>["app"];

/** Shows an installation with each of its scopes in words. */
export function showInstalledApp(row: InstallationRow): InstalledApp {
  const { id, client_id, name, handle, kind, embedded, status } = row;
  return {
    id,
    client_id,
    name,
    handle,
    kind,
    embedded,
    status,
    suspended: suspensionOf(row),
    scopes: row.scopes.map((scope) => ({ scope, allows: isScope(scope) ? scopes[scope] : scope })),
    partner_name: row.partner_name,
    has_page: row.app_url !== "",
    app_origin: row.app_url === "" ? null : new URL(row.app_url).origin,
    installed_at: row.installed_at.toISOString(),
  };
}

/** @throws Refusal `not_found`, the same for another store's */
export async function getInstalledApp(
  run: Queryable,
  { store_id, id }: { store_id: number; id: number },
): Promise<{ app: InstalledApp }> {
  return { app: showInstalledApp((await selectInstallation(run, store_id, id)) ?? refuse("not_found")) };
}

/** The apps of a store, the latest installed first; one that is being uninstalled until it is gone. */
export async function listInstalledApps(
  run: Queryable,
  question: InstallationFilter & { store_id: number; page: number; limit: number },
): Promise<AnswerOf<typeof operations.listInstalledApps>> {
  const { store_id, limit } = question;
  const page = pageOf(await countInstallations(run, store_id, question), question.page, limit);
  const rows = await selectInstallations(run, store_id, {
    ...question,
    limit,
    offset: (page.page - 1) * limit,
  });
  return { apps: rows.map(showInstalledApp), ...page };
}
