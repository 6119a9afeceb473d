import { type CallbackDescription, callbacks } from "../callbacks/catalog.ts";
import { type Topic, type TopicName, topics } from "../topics/catalog.ts";
import { callbackHeaders, type WebhookHeader, webhookHeaders } from "../topics/headers.ts";
import { payloads } from "../topics/payloads.ts";

function buildParameters(headers: readonly WebhookHeader[]): object[] {
  return headers.map(({ name, description: value, isAlwaysSent: always }) => ({
    name,
    in: "header",
    required: always,
    description: value,
    schema: { type: "string" },
  }));
}

function buildHeaders({ hasContext: context }: Topic): object[] {
  return buildParameters(webhookHeaders.filter((header) => context || !header.isContextOnly));
}

/** Build the callbacks of a document: the requests sent to apps and their responses, by topic. */
function buildCallbacks(): object {
  const entries = Object.entries<CallbackDescription>(callbacks).map(([name, callback]) => {
    const { description, userAgent, timeoutSeconds, maxResponseBytes, request, response, example } = callback;
    const operation = {
      summary: description,
      description:
        `Sent with \`User-Agent: ${userAgent}\`. Respond with status 200 within ${timeoutSeconds} seconds. ` +
        `At most ${maxResponseBytes / 1024} KiB of the response are read.`,
      parameters: buildParameters(callbackHeaders),
      requestBody: {
        required: true,
        content: { "application/json": { schema: request, example: example.request } },
      },
      responses: {
        "200": {
          description: "Response of the app.",
          content: { "application/json": { schema: response, example: example.response } },
        },
      },
    };
    return [name, { post: operation }];
  });
  return Object.fromEntries(entries);
}

/** Build the webhooks of a document: the request sent for each topic, and the callbacks. */
export function buildWebhooks(): object {
  const entries = (Object.entries(topics) as [TopicName, Topic][]).map(([name, topic]) => {
    const operation = {
      summary: topic.description,
      parameters: buildHeaders(topic),
      requestBody: { required: true, content: { "application/json": payloads[name] } },
      responses: { "200": { description: "Received. Any other status is a failure." } },
    };
    return [name, { post: operation }];
  });
  return { ...Object.fromEntries(entries), ...buildCallbacks() };
}
