import type { Answer } from "@souk/testkit";
import type { App } from "./apps.ts";
import type { Person } from "./people.ts";

export type FulfillmentTopic = "fulfillment/single" | "fulfillment/bulk";

/** Set where an app answers a topic, as staff do when a partner asks them to; null removes the URL. */
export function setFulfillmentUrl(
  staff: Person,
  app: App,
  { topic, url }: { topic: FulfillmentTopic; url: string | null },
): Promise<Answer> {
  return staff.call("PUT", `/apps/${app.id}/fulfillment_url.json`, {
    topic,
    url,
    reason: "Asked for by the partner.",
  });
}
