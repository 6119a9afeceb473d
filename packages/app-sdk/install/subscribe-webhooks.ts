import { createHash } from "node:crypto";
import { type Client, walkPages } from "@souk/client";
import type { AdminLink } from "../app-options.ts";
import { keepCallbacks } from "./keep-callbacks.ts";
import { keepLinks } from "./keep-links.ts";

/** The topic of an app's own removal, to which every app subscribes (INS-22). */
export const uninstallTopic = "app/uninstall";

export interface Subscriptions {
  /** The topics, sorted: `app/uninstall` and those that the app has handlers for. */
  topics: readonly string[];
  url: string;
  /** The app's links in the admin; undefined when the SDK does not manage them. */
  links: readonly AdminLink[] | undefined;
  /** Whether the app supplies shipping rates, at the same URL. */
  rates: boolean;
}

/** Compute a hash of an app's subscriptions: it changes with the topics, the URL, the links and the rates. */
export function subscribedMark({ topics, url, links, rates }: Subscriptions): string {
  const parts = [
    url,
    ...topics,
    ...(links === undefined ? [] : [JSON.stringify(links)]),
    ...(rates ? ["rates"] : []),
  ];
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}

/**
 * Subscribe to every topic (a repeated one replaces its URL, WHK-3), and delete the subscriptions of an earlier release at the
 * same URL. Links in the admin and callbacks are updated the same way.
 *
 * @throws ApiError
 */
export async function subscribeWebhooks(
  api: Client,
  { topics, url, links, rates }: Subscriptions,
): Promise<void> {
  for (const topic of topics) await api.webhooks.create({ body: { topic, url } });
  const left: number[] = [];
  for await (const { webhooks } of walkPages((page) =>
    api.webhooks.list({ query: { page, sort: "id.asc" } }),
  ))
    left.push(
      ...webhooks
        .filter((webhook) => webhook.url === url && !topics.includes(webhook.topic))
        .map(({ id }) => id),
    );
  for (const id of left) await api.webhooks.delete({ params: { id } });
  if (links !== undefined) await keepLinks(api, links);
  await keepCallbacks(api, { url, rates });
}
