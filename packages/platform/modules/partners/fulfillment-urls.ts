import { type FulfillmentTopic, fulfillmentTopics } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable } from "@souk/database";
import { checkPublicUrl, type UrlVerdict } from "@souk/delivery";
import type { PartnersDeps } from "./partners-deps.ts";

/** The URL where an app responds to the Fulfill action of one topic (REG-4). */
export interface FulfillmentUrl {
  topic: FulfillmentTopic;
  url: string;
}

/** A fulfillment URL with its warning about production. */
export interface ShownFulfillmentUrl extends FulfillmentUrl {
  warnings?: string[];
}

export type FulfillmentUrlRules = Pick<PartnersDeps, "addresses" | "allowLoopback">;

/** Validate a fulfillment URL by the rules of webhook URLs (WHK-2). */
export function validateFulfillmentUrl(
  url: string,
  { addresses, allowLoopback }: FulfillmentUrlRules,
): UrlVerdict {
  return checkPublicUrl(url, { ownDomain: addresses.domain, allowLoopback, purpose: "fulfillment" });
}

/** Load the fulfillment URLs of some apps, by app, in the order of the topics. */
export async function selectFulfillmentUrls(
  db: Queryable,
  appIds: readonly number[],
): Promise<ReadonlyMap<number, FulfillmentUrl[]>> {
  const text = "select app_id, topic, url from app_fulfillment_urls where app_id = any($1)";
  const rows = await db.many<FulfillmentUrl & { app_id: number }>(text, [appIds]);
  const place = ({ topic }: FulfillmentUrl): number => fulfillmentTopics.indexOf(topic);
  rows.sort((first, other) => place(first) - place(other));
  return Map.groupBy(rows, ({ app_id }) => app_id);
}

export function showFulfillmentUrls(
  urls: readonly FulfillmentUrl[],
  rules: FulfillmentUrlRules,
): ShownFulfillmentUrl[] {
  return urls.map(({ topic, url }) => {
    const verdict = validateFulfillmentUrl(url, rules);
    const warnings = verdict.ok ? verdict.warnings : [verdict.message];
    return { topic, url, ...(warnings.length > 0 ? { warnings } : {}) };
  });
}

/**
 * Set an app's fulfillment URL of one topic; null removes it. The transaction has locked the app's row.
 * @returns whether anything changed
 */
export async function writeFulfillmentUrl(
  tx: Queryable,
  appId: number,
  { topic, url }: { topic: FulfillmentTopic; url: string | null },
): Promise<boolean> {
  if (url === null) {
    const text = "delete from app_fulfillment_urls where app_id = $1 and topic = $2 returning topic";
    return (await tx.many(text, [appId, topic])).length > 0;
  }
  const text = `
    insert into app_fulfillment_urls (app_id, topic, url) values ($1, $2, $3)
    on conflict (app_id, topic) do update
      set url = excluded.url, updated_at = ${monotonicUpdatedAt("app_fulfillment_urls.updated_at")}
      where app_fulfillment_urls.url <> excluded.url
    returning topic`;
  return (await tx.many(text, [appId, topic, url])).length > 0;
}
