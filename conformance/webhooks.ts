import type { Answer, ReceivedRequest } from "@souk/testkit";
import { assertDone } from "./assertions.ts";
import type { ExampleApp } from "./example-app.ts";
import type { Installed } from "./installing.ts";

export interface Subscription {
  id: number;
  topic: string;
  url: string;
  warnings?: string[];
}

/** Subscribe an app's receiver to a topic, at a path of the topic's own. */
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

/** Return the body of a webhook as JSON. */
export function parsePayload<T>(request: ReceivedRequest): T {
  return JSON.parse(request.body.toString("utf8")) as T;
}

/** Return the webhooks of a topic that came so far. */
export function listReceived({ app }: Installed, topic: string): ReceivedRequest[] {
  return app.receiver.requests.filter(isTopic(topic));
}

/** Forward a request that the platform sent, or a changed one, to the webhook URL of the example app. */
export function forwardTo(
  example: ExampleApp,
  { headers, body }: Pick<ReceivedRequest, "headers" | "body">,
  changes: { headers?: Readonly<Record<string, string>>; body?: Buffer } = {},
): Promise<Answer> {
  const own = Object.entries(headers).filter(
    ([name]) => name === "content-type" || name.startsWith("service-"),
  );
  return example.request("/webhooks", {
    method: "POST",
    headers: {
      ...Object.fromEntries(own),
      "content-length": String((changes.body ?? body).length),
      ...changes.headers,
    },
    body: changes.body ?? body,
  });
}
