import { createHash } from "node:crypto";
import { type Client, walkPages } from "@souk/client";
import type { AdminLink } from "../app-options.ts";
import { syncCallbacks } from "./sync-callbacks.ts";
import { syncLinks } from "./sync-links.ts";

/** The topic of an app's removal from a store, to which every app subscribes (INS-22). */
export const uninstallTopic = "app/uninstall";

/** What an app registers in a store: its webhook subscriptions, its links in the admin and its callbacks for rates. */
export interface Subscriptions {
  /** The sorted topics: `app/uninstall` and the topics that the app has handlers for. */
  topics: readonly string[];
  /** The app's webhook URL. */
  url: string;
  /** The app's links in the admin; undefined if the SDK does not manage them. */
  links: readonly AdminLink[] | undefined;
  /** Whether the app supplies shipping rates, at the webhook URL. */
  hasRates: boolean;
}

/** Compute a hash of an app's subscriptions, which changes with the topics, the URL, the links and the rates. */
export function computeSubscriptionHash({ topics, url, links, hasRates }: Subscriptions): string {
  const parts = [
    url,
    ...topics,
    ...(links === undefined ? [] : [JSON.stringify(links)]),
    ...(hasRates ? ["rates"] : []),
  ];
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}

/**
 * Subscribe to every topic and delete the subscriptions to other topics that an earlier release made at the same URL. An
 * existing subscription to a topic gets the new URL (WHK-3). Links in the admin and callbacks are updated in the same way.
 *
 * @throws ApiError if the API rejects a call
 */
export async function subscribeWebhooks(
  api: Client,
  { topics, url, links, hasRates }: Subscriptions,
): Promise<void> {
  for (const topic of topics) await api.webhooks.create({ body: { topic, url } });
  const obsoleteIds: number[] = [];
  const listPage = (page: number) => api.webhooks.list({ query: { page, sort: "id.asc" } });
  for await (const { webhooks } of walkPages(listPage))
    obsoleteIds.push(
      ...webhooks
        .filter((webhook) => webhook.url === url && !topics.includes(webhook.topic))
        .map(({ id }) => id),
    );
  for (const id of obsoleteIds) await api.webhooks.delete({ params: { id } });
  if (links !== undefined) await syncLinks(api, links);
  await syncCallbacks(api, { url, hasRates });
}
