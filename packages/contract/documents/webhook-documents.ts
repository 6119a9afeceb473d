import { type Topic, type TopicName, topics } from "../topics/catalogue.ts";
import { webhookHeaders } from "../topics/headers.ts";
import { payloads } from "../topics/payloads.ts";

function headersOf({ context }: Topic): object[] {
  return webhookHeaders
    .filter((header) => context || !header.withContext)
    .map(({ name, value, always }) => ({
      name,
      in: "header",
      required: always,
      description: value,
      schema: { type: "string" },
    }));
}

/** The webhooks of a document: what arrives at an app for each topic. */
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
  return Object.fromEntries(entries);
}
