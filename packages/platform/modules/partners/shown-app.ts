import type { Queryable } from "@souk/database";
import { toSuspension } from "../../infrastructure/suspension.ts";
import type { ShownApp } from "./app-columns.ts";
import type { AppRow } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import { type ShownSecret, shownSecret } from "./client-secret.ts";
import { selectFulfillmentUrls, showFulfillmentUrls } from "./fulfillment-urls.ts";
import type { PartnersDeps } from "./partners-deps.ts";
import { classifySecrets } from "./secret-rules.ts";
import { type SecretRow, selectSecrets } from "./secret-store.ts";

function secretsShown(rows: readonly SecretRow[], now: Date): ShownSecret[] {
  const { signing, next } = classifySecrets(rows, now);
  return [
    ...(signing ? [shownSecret(signing, "signing")] : []),
    ...(next ? [shownSecret(next, "next")] : []),
  ];
}

/**
 * Convert apps to JSON with their secrets' last characters, and with a warning for each URL that production
 * would reject.
 */
export async function showApps(
  db: Queryable,
  apps: readonly AppRow[],
  deps: PartnersDeps,
): Promise<ShownApp[]> {
  const now = new Date(deps.clock.now());
  const ids = apps.map(({ id }) => id);
  const secrets = Map.groupBy(await selectSecrets(db, ids), (row) => row.app_id);
  const urls = await selectFulfillmentUrls(db, ids);
  return apps.map(({ suspended_at, suspended_reason, ...app }) => {
    const { fields, warnings } = validateUrls(app, deps);
    const doubts = [...warnings, ...fields.map(({ message }) => message)];
    return {
      ...app,
      suspended: toSuspension({ suspended_at, suspended_reason }),
      fulfillment_urls: showFulfillmentUrls(urls.get(app.id) ?? [], deps),
      secrets: secretsShown(secrets.get(app.id) ?? [], now),
      ...(doubts.length > 0 ? { warnings: doubts } : {}),
      created_at: app.created_at.toISOString(),
      updated_at: app.updated_at.toISOString(),
    };
  });
}

/**
 * Convert one app to JSON with its secrets' last characters, and with a warning for each URL that production
 * would reject.
 */
export async function showApp(db: Queryable, app: AppRow, deps: PartnersDeps): Promise<ShownApp> {
  const [shown] = await showApps(db, [app], deps);
  if (shown === undefined) throw new Error("An app was asked for and not shown.");
  return shown;
}
