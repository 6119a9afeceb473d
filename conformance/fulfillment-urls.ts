import type { HttpResponse } from "@souk/testkit";
import type { App } from "./apps.ts";
import type { Person } from "./people.ts";

export type FulfillmentTopic = "fulfillment/single" | "fulfillment/bulk";

/** Set the fulfillment URL of an app for a topic, as platform staff. `null` removes the URL. */
export function setFulfillmentUrl(
  staff: Person,
  app: App,
  { topic, url }: { topic: FulfillmentTopic; url: string | null },
): Promise<HttpResponse> {
  return staff.call("PUT", `/apps/${app.id}/fulfillment_url.json`, {
    topic,
    url,
    reason: "Requested by the partner.",
  });
}
