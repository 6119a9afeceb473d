import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { expireOpenCodes } from "./code-store.ts";
import { lockInstallation, selectInstallation, setInstallationStatus } from "./installation-store.ts";
import type { RemovalDeps } from "./installs-deps.ts";
import { removeInstallation } from "./remove-installation.ts";

/**
 * Uninstall an app. If the app is enabled, is not suspended and has subscribed to app/uninstall, it first gets this webhook. The
 * app is removed after the webhook was sent or has failed, at most 2 s later. Any other app is removed at once (INS-16, INS-17).
 *
 * @throws ApiError `not_found`
 */
export async function uninstallApp(
  tx: Queryable,
  request: { store: Store; id: number; cause: Cause },
  deps: RemovalDeps,
): Promise<void> {
  const { store, id, cause } = request;
  const now = new Date(deps.clock.now());
  const { app_id } = (await selectInstallation(tx, store.id, id)) ?? throwApiError("not_found");
  // Lock order: codes, then the installation, as in the token exchange.
  await expireOpenCodes(tx, { store_id: store.id, app_id }, now);
  const installation = (await lockInstallation(tx, store.id, id)) ?? throwApiError("not_found");
  if (installation.status === "uninstalling") return;
  await setInstallationStatus(tx, id, { status: "uninstalling", now });
  await recordSecurityEvent(tx, { kind: "app_uninstalled", store_id: store.id, app_id });
  const isNoticeQueued =
    installation.status === "enabled" &&
    installation.suspended_at === null &&
    (await deps.deliveries.enqueueUninstallNotice(tx, {
      installation_id: id,
      store_id: store.id,
      app_id,
      payload: await buildNoticePayload(tx, { store, client_id: installation.client_id, now }),
      actor_kind: cause.actor.kind,
      actor_id: cause.actor.id,
      request_id: cause.request_id,
    }));
  if (!isNoticeQueued) await removeInstallation(tx, id, deps);
  await deps.failpoint("uninstall.before-commit");
}

async function buildNoticePayload(
  db: Queryable,
  { store, client_id, now }: { store: Store; client_id: string; now: Date },
): Promise<string> {
  const row = await db.maybeOne<{ time: string }>("select souk_time($1::timestamptz, $2) as time", [
    now,
    store.timezone,
  ]);
  return JSON.stringify({ success: true, shop: store.domain, client_id, uninstalled_at: row?.time });
}
