import { createHash } from "node:crypto";
import { type Client, walkPages } from "@souk/client";
import type { AdminLink } from "../app-options.ts";
import { keepCallbacks } from "./keep-callbacks.ts";
import { keepLinks } from "./keep-links.ts";

/** Every app listens for its own removal (INS-22). */
export const uninstallTopic = "app/uninstall";

export interface Subscriptions {
  /** `app/uninstall` and the topics that the app has handlers for, sorted. */
  topics: readonly string[];
  url: string;
  /** The app's links in the admin; absent: they are none of the SDK's business. */
  links: readonly AdminLink[] | undefined;
  /** Whether the app is asked for shipping rates, at the same URL. */
  rates: boolean;
}

/** One word for what an app is subscribed to: it changes when a topic, the URL, a link or whether it has rates does. */
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
 * Subscribes to every topic (a repeated one replaces its URL, WHK-3), and ends the subscriptions that an earlier release of the
 * app left at the same URL. The links in the admin and the callbacks are kept the same way.
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
      ...webhooks.filter((each) => each.url === url && !topics.includes(each.topic)).map(({ id }) => id),
    );
  for (const id of left) await api.webhooks.delete({ params: { id } });
  if (links !== undefined) await keepLinks(api, links);
  await keepCallbacks(api, { url, rates });
}
