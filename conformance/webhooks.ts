import type { HttpResponse, ReceivedRequest } from "@souk/testkit";
import { assertOk } from "./assertions.ts";
import type { ExampleApp } from "./example-app.ts";
import type { InstalledApp } from "./installing.ts";
import { computeHmacHex } from "./signatures.ts";

/** A webhook subscription as the API returns it. */
export interface Subscription {
  id: number;
  topic: string;
  url: string;
  warnings?: string[];
}

/** Subscribe an app's receiver to a topic. Without a path, the URL's path contains the topic. */
export async function subscribe(
  installedApp: InstalledApp,
  topic: string,
  path = `/hooks/${topic}`,
): Promise<Subscription> {
  const url = `${installedApp.app.receiver.url}${path}`;
  return assertOk<Subscription>(
    await installedApp.api.post("/3.0/webhooks.json", { webhook: { topic, url } }),
  );
}

/** Return a predicate that is true for webhooks of a topic. */
export function matchTopic(topic: string): (request: ReceivedRequest) => boolean {
  return ({ method, headers }) => method === "POST" && headers["service-topic"] === topic;
}

/** Parse the body of a webhook as JSON. */
export function parsePayload<T>(request: ReceivedRequest): T {
  return JSON.parse(request.body.toString("utf8")) as T;
}

/** Return the webhooks of a topic that the app has received so far. */
export function listReceivedWebhooks({ app }: InstalledApp, topic: string): ReceivedRequest[] {
  return app.receiver.requests.filter(matchTopic(topic));
}

/** Sign a body with the id and time of a received webhook, by the rules of WHK-5 and Standard Webhooks. @returns the signature headers */
export function signWebhookAgain(
  { headers }: Pick<ReceivedRequest, "headers">,
  body: Buffer,
  secret: string,
): Record<string, string> {
  const signedBytes = Buffer.concat([
    Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`),
    body,
  ]);
  return {
    "service-hmac-sha256": computeHmacHex(secret, body),
    "webhook-signature": `v1,${Buffer.from(computeHmacHex(secret, signedBytes), "hex").toString("base64")}`,
  };
}

/** Forward a webhook to the example app, with these changes to its headers or body. */
export function forwardWebhook(
  example: ExampleApp,
  { headers, body }: Pick<ReceivedRequest, "headers" | "body">,
  changes: { headers?: Readonly<Record<string, string>>; body?: Buffer } = {},
): Promise<HttpResponse> {
  const webhookHeaders = Object.entries(headers).filter(([name]) =>
    /^(content-type$|service-|webhook-)/.test(name),
  );
  return example.request("/webhooks", {
    method: "POST",
    headers: {
      ...Object.fromEntries(webhookHeaders),
      "content-length": String((changes.body ?? body).length),
      ...changes.headers,
    },
    body: changes.body ?? body,
  });
}
