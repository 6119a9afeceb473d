import type { AnswerOf, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { suspensionOf } from "../../suspension.ts";
import type { AppRow } from "./app-store.ts";
import { judgeUrls } from "./app-urls.ts";
import { type ShownSecret, shownSecret } from "./client-secret.ts";
import { selectFulfillmentUrls, showFulfillmentUrls } from "./fulfillment-urls.ts";
import type { PartnersWiring } from "./partners-wiring.ts";
import { judgeSecrets } from "./secret-rules.ts";
import { type SecretRow, selectSecrets } from "./secret-store.ts";

/** An app as its partner sees it (REG-1, REG-2). */
export type ShownApp = AnswerOf<typeof operations.getApp>["app"];

function secretsShown(rows: readonly SecretRow[], now: Date): ShownSecret[] {
  const { signing, next } = judgeSecrets(rows, now);
  return [
    ...(signing ? [shownSecret(signing, "signing")] : []),
    ...(next ? [shownSecret(next, "next")] : []),
  ];
}

/** Shows apps with their secrets' last characters, and with a warning for each URL that production would refuse. */
export async function showApps(
  run: Queryable,
  apps: readonly AppRow[],
  wiring: PartnersWiring,
): Promise<ShownApp[]> {
  const now = new Date(wiring.clock.now());
  const ids = apps.map(({ id }) => id);
  const secrets = Map.groupBy(await selectSecrets(run, ids), (row) => row.app_id);
  const urls = await selectFulfillmentUrls(run, ids);
  return apps.map(({ suspended_at, suspended_reason, ...app }) => {
    const { fields, warnings } = judgeUrls(app, wiring);
    const doubts = [...warnings, ...fields.map(({ message }) => message)];
    return {
      ...app,
      suspended: suspensionOf({ suspended_at, suspended_reason }),
      fulfillment_urls: showFulfillmentUrls(urls.get(app.id) ?? [], wiring),
      secrets: secretsShown(secrets.get(app.id) ?? [], now),
      ...(doubts.length > 0 ? { warnings: doubts } : {}),
      created_at: app.created_at.toISOString(),
      updated_at: app.updated_at.toISOString(),
    };
  });
}

/** The same for one app. */
export async function showApp(run: Queryable, app: AppRow, wiring: PartnersWiring): Promise<ShownApp> {
  const [shown] = await showApps(run, [app], wiring);
  if (shown === undefined) throw new Error("An app was asked for and not shown.");
  return shown;
}
