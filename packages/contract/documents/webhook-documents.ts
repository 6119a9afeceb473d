import { type CallbackDescription, callbacks } from "../callbacks/catalog.ts";
import { type Topic, type TopicName, topics } from "../topics/catalog.ts";
import { callbackHeaders, type WebhookHeader, webhookHeaders } from "../topics/headers.ts";
import { payloads } from "../topics/payloads.ts";

function buildParameters(headers: readonly WebhookHeader[]): object[] {
  return headers.map(({ name, description, isAlwaysSent }) => ({
    name,
    in: "header",
    required: isAlwaysSent,
    description,
    schema: { type: "string" },
  }));
}

function buildTopicParameters({ hasContext }: Topic): object[] {
  return buildParameters(webhookHeaders.filter((header) => hasContext || !header.isContextOnly));
}

/** Build the entries of the callbacks: for each callback, the request that is sent to an app and the app's response. */
function buildCallbacks(): object {
  const entries = Object.entries<CallbackDescription>(callbacks).map(([name, callback]) => {
    const { description, userAgent, timeoutSeconds, maxResponseBytes, request, response, example } = callback;
    const operation = {
      summary: description,
      description:
        `Souk sends this request with \`User-Agent: ${userAgent}\`. Respond with status 200 within ${timeoutSeconds} seconds. ` +
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

/** Build the `webhooks` object of an OpenAPI document, with one entry for each webhook topic and one for each callback. */
export function buildWebhooks(): object {
  const entries = (Object.entries(topics) as [TopicName, Topic][]).map(([name, topic]) => {
    const operation = {
      summary: topic.description,
      parameters: buildTopicParameters(topic),
      requestBody: { required: true, content: { "application/json": payloads[name] } },
      responses: {
        "200": { description: "The webhook was received. Any other status counts as a failed attempt." },
      },
    };
    return [name, { post: operation }];
  });
  return { ...Object.fromEntries(entries), ...buildCallbacks() };
}
