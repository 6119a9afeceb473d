import type { Queryable } from "@souk/database";
import { toSuspension } from "../../infrastructure/suspension.ts";
import type { AppJson } from "./app-columns.ts";
import type { AppRow } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import { type SecretJson, toSecretJson } from "./client-secret.ts";
import { selectFulfillmentUrls, toFulfillmentUrlsJson } from "./fulfillment-urls.ts";
import type { PartnersDeps } from "./partners-deps.ts";
import { classifySecrets } from "./secret-rules.ts";
import { type SecretRow, selectSecrets } from "./secret-store.ts";

function buildSecretsJson(rows: readonly SecretRow[], now: Date): SecretJson[] {
  const { signing, next } = classifySecrets(rows, now);
  return [
    ...(signing ? [toSecretJson(signing, "signing")] : []),
    ...(next ? [toSecretJson(next, "next")] : []),
  ];
}

/**
 * Convert apps to JSON, with the last characters of their secrets and with a warning for each URL that production would
 * reject.
 */
export async function buildAppsJson(
  db: Queryable,
  apps: readonly AppRow[],
  deps: PartnersDeps,
): Promise<AppJson[]> {
  const now = new Date(deps.clock.now());
  const ids = apps.map(({ id }) => id);
  const secrets = Map.groupBy(await selectSecrets(db, ids), (row) => row.app_id);
  const urls = await selectFulfillmentUrls(db, ids);
  return apps.map(({ suspended_at, suspended_reason, ...app }) => {
    const { fields, warnings } = validateUrls(app, deps);
    const allWarnings = [...warnings, ...fields.map(({ message }) => message)];
    return {
      ...app,
      suspended: toSuspension({ suspended_at, suspended_reason }),
      fulfillment_urls: toFulfillmentUrlsJson(urls.get(app.id) ?? [], deps),
      secrets: buildSecretsJson(secrets.get(app.id) ?? [], now),
      ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
      created_at: app.created_at.toISOString(),
      updated_at: app.updated_at.toISOString(),
    };
  });
}

/**
 * Convert an app to JSON, with the last characters of its secrets and with a warning for each URL that production would
 * reject.
 */
export async function buildAppJson(db: Queryable, app: AppRow, deps: PartnersDeps): Promise<AppJson> {
  const [json] = await buildAppsJson(db, [app], deps);
  if (json === undefined) throw new Error("The app was not converted.");
  return json;
}
