import { type CallbackDescription, callbacks } from "../callbacks/catalogue.ts";
import { type Topic, type TopicName, topics } from "../topics/catalogue.ts";
import { questionHeaders, type WebhookHeader, webhookHeaders } from "../topics/headers.ts";
import { payloads } from "../topics/payloads.ts";

function parametersOf(headers: readonly WebhookHeader[]): object[] {
  return headers.map(({ name, value, always }) => ({
    name,
    in: "header",
    required: always,
    description: value,
    schema: { type: "string" },
  }));
}

function headersOf({ context }: Topic): object[] {
  return parametersOf(webhookHeaders.filter((header) => context || !header.withContext));
}

/** What apps are asked and answer, by topic. */
function callbackDocuments(): object {
  const entries = Object.entries<CallbackDescription>(callbacks).map(([name, callback]) => {
    const { asked, agent, seconds, bytes, question, answer, example } = callback;
    const operation = {
      summary: asked,
      description:
        `Sent with \`User-Agent: ${agent}\`. Only 200 within ${seconds} seconds is an answer, of which at most ` +
        `${bytes / 1024} KiB are read.`,
      parameters: parametersOf(questionHeaders),
      requestBody: {
        required: true,
        content: { "application/json": { schema: question, example: example.question } },
      },
      responses: {
        "200": {
          description: "The answer.",
          content: { "application/json": { schema: answer, example: example.answer } },
        },
      },
    };
    return [name, { post: operation }];
  });
  return Object.fromEntries(entries);
}

/** The webhooks of a document: what arrives at an app for each topic, and what it is asked. */
export function webhookDocuments(): object {
  const entries = (Object.entries(topics) as [TopicName, Topic][]).map(([name, topic]) => {
    const operation = {
      summary: topic.sent,
      parameters: headersOf(topic),
      requestBody: { required: true, content: { "application/json": payloads[name] } },
      responses: { "200": { description: "Received; any other status is a failure." } },
    };
    return [name, { post: operation }];
  });
  return { ...Object.fromEntries(entries), ...callbackDocuments() };
}
