import { type FulfillmentTopic, fulfillmentTopics } from "@souk/contract";
import { laterThan, type Queryable } from "@souk/database";
import { checkPublicUrl, type UrlVerdict } from "@souk/delivery";
import type { PartnersWiring } from "./partners-wiring.ts";

/** Where an app answers the Fulfill action of one topic (REG-4). */
export interface FulfillmentUrl {
  topic: FulfillmentTopic;
  url: string;
}

/** The same as it is shown: with what production would say of it. */
export interface ShownFulfillmentUrl extends FulfillmentUrl {
  warnings?: string[];
}

export type FulfillmentUrlRules = Pick<PartnersWiring, "addresses" | "allowLoopback">;

/** Judges a fulfillment URL by the rules of webhook URLs (WHK-2). */
export function judgeFulfillmentUrl(
  url: string,
  { addresses, allowLoopback }: FulfillmentUrlRules,
): UrlVerdict {
  return checkPublicUrl(url, { ownDomain: addresses.domain, allowLoopback, purpose: "fulfillment" });
}

/** The fulfillment URLs of some apps, by app, in the order of the topics. */
export async function selectFulfillmentUrls(
  run: Queryable,
  appIds: readonly number[],
): Promise<ReadonlyMap<number, FulfillmentUrl[]>> {
  const text = "select app_id, topic, url from app_fulfillment_urls where app_id = any($1)";
  const { rows } = await run.query<FulfillmentUrl & { app_id: number }>(text, [appIds]);
  const place = ({ topic }: FulfillmentUrl): number => fulfillmentTopics.indexOf(topic);
  rows.sort((one, other) => place(one) - place(other));
  return Map.groupBy(rows, ({ app_id }) => app_id);
}

export function showFulfillmentUrls(
  urls: readonly FulfillmentUrl[],
  rules: FulfillmentUrlRules,
): ShownFulfillmentUrl[] {
  return urls.map(({ topic, url }) => {
    const verdict = judgeFulfillmentUrl(url, rules);
    const warnings = verdict.ok ? verdict.warnings : [verdict.message];
    return { topic, url, ...(warnings.length > 0 ? { warnings } : {}) };
  });
}

/**
 * Writes where an app answers one topic; null: nowhere any more. The transaction holds the app's row.
 * @returns whether there was anything to change
 */
export async function writeFulfillmentUrl(
  tx: Queryable,
  appId: number,
  { topic, url }: { topic: FulfillmentTopic; url: string | null },
): Promise<boolean> {
  if (url === null) {
    const text = "delete from app_fulfillment_urls where app_id = $1 and topic = $2 returning topic";
    return (await tx.query(text, [appId, topic])).rows.length > 0;
  }
  const text = `
    insert into app_fulfillment_urls (app_id, topic, url) values ($1, $2, $3)
    on conflict (app_id, topic) do update
      set url = excluded.url, updated_at = ${laterThan("app_fulfillment_urls.updated_at")}
      where app_fulfillment_urls.url <> excluded.url
    returning topic`;
  return (await tx.query(text, [appId, topic, url])).rows.length > 0;
}
