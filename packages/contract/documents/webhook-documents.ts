import { type Topic, topics } from "../topics/catalogue.ts";
import { webhookHeaders } from "../topics/headers.ts";
import { describedPayload } from "../topics/payloads.ts";

function payloadOf(name: string, { wrapper }: Topic): object {
  const known = describedPayload(name);
  if (known) return known;
  if (wrapper === null) return { schema: { type: "object" } };
  return { schema: { type: "object", required: [wrapper], properties: { [wrapper]: { type: "object" } } } };
}

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
  const entries = Object.entries<Topic>(topics).map(([name, topic]) => {
    const operation = {
      summary: topic.sent,
      parameters: headersOf(topic),
      requestBody: { required: true, content: { "application/json": payloadOf(name, topic) } },
      responses: { "200": { description: "Received; any other status is a failure." } },
    };
    return [name, { post: operation }];
  });
  return Object.fromEntries(entries);
}
