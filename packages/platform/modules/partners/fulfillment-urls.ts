import { type FulfillmentTopic, fulfillmentTopics } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable } from "@souk/database";
import { checkPublicUrl, type UrlVerdict } from "@souk/delivery";
import type { PartnersDeps } from "./partners-deps.ts";

/** The URL at which an app receives the Fulfill action of one topic (REG-4). */
export interface FulfillmentUrl {
  topic: FulfillmentTopic;
  url: string;
}

/** A fulfillment URL in JSON, with warnings if production would reject it. */
export interface FulfillmentUrlJson extends FulfillmentUrl {
  warnings?: string[];
}

/** What the validation of fulfillment URLs depends on. */
export type FulfillmentUrlRules = Pick<PartnersDeps, "addresses" | "localAccess">;

/** Validate a fulfillment URL by the rules of webhook URLs (WHK-2). */
export function validateFulfillmentUrl(
  url: string,
  { addresses, localAccess }: FulfillmentUrlRules,
): UrlVerdict {
  return checkPublicUrl(url, { ownDomains: addresses.ownDomains, localAccess, purpose: "fulfillment" });
}

/** Load the fulfillment URLs of several apps, by app id. An app's URLs are sorted as in `fulfillmentTopics`. */
export async function selectFulfillmentUrls(
  db: Queryable,
  appIds: readonly number[],
): Promise<ReadonlyMap<number, FulfillmentUrl[]>> {
  const text = "select app_id, topic, url from app_fulfillment_urls where app_id = any($1)";
  const rows = await db.many<FulfillmentUrl & { app_id: number }>(text, [appIds]);
  const getIndex = ({ topic }: FulfillmentUrl): number => fulfillmentTopics.indexOf(topic);
  rows.sort((first, second) => getIndex(first) - getIndex(second));
  return Map.groupBy(rows, ({ app_id }) => app_id);
}

/** Convert fulfillment URLs to JSON, each with warnings if production would reject it. */
export function toFulfillmentUrlsJson(
  urls: readonly FulfillmentUrl[],
  rules: FulfillmentUrlRules,
): FulfillmentUrlJson[] {
  return urls.map(({ topic, url }) => {
    const verdict = validateFulfillmentUrl(url, rules);
    const warnings = verdict.ok ? verdict.warnings : [verdict.message];
    return { topic, url, ...(warnings.length > 0 ? { warnings } : {}) };
  });
}

/**
 * Set an app's fulfillment URL for one topic, or delete the app's URL if `url` is null. The caller has locked the app.
 * @returns whether the URL changed
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
