import type { ReceivedRequest } from "@souk/testkit";
import type { Installed } from "./installing.ts";
import { assertDone } from "./refusals.ts";

export interface Subscription {
  id: number;
  topic: string;
  url: string;
  warnings?: string[];
}

/** Subscribes an app's receiver to a topic, at a path of the topic's own. */
export async function subscribe(
  installed: Installed,
  topic: string,
  path = `/hooks/${topic}`,
): Promise<Subscription> {
  const url = `${installed.app.receiver.url}${path}`;
  return assertDone<Subscription>(
    await installed.api.post("/3.0/webhooks.json", { webhook: { topic, url } }),
  );
}

export function isTopic(topic: string): (request: ReceivedRequest) => boolean {
  return ({ method, headers }) => method === "POST" && headers["service-topic"] === topic;
}

/** The body of a webhook as JSON. */
export function payloadOf<T>(request: ReceivedRequest): T {
  return JSON.parse(request.body.toString("utf8")) as T;
}

/** The webhooks of a topic that came so far. */
export function receivedOf({ app }: Installed, topic: string): ReceivedRequest[] {
  return app.receiver.requests.filter(isTopic(topic));
}
