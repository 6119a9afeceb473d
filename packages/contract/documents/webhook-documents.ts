import type { TSchema } from "typebox";
import { inventoryQuantityUpdate } from "../schemas/inventory.ts";
import { product } from "../schemas/product.ts";
import { uninstallNotice } from "../schemas/webhook.ts";
import { type Topic, type TopicName, topics } from "../topics/catalogue.ts";
import { webhookHeaders } from "../topics/headers.ts";

const payloads: Partial<Record<TopicName, TSchema>> = {
  "app/uninstall": uninstallNotice,
  "product/create": product,
  "product/update": product,
  "inventory_level/inventory_quantity_update": inventoryQuantityUpdate,
};

function payloadOf(name: string, { wrapper }: Topic): object {
  const known = payloads[name as TopicName];
  if (known) return known;
  if (wrapper === null) return { type: "object" };
  return { type: "object", required: [wrapper], properties: { [wrapper]: { type: "object" } } };
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
      requestBody: { required: true, content: { "application/json": { schema: payloadOf(name, topic) } } },
      responses: { "200": { description: "Received; any other status is a failure." } },
    };
    return [name, { post: operation }];
  });
  return Object.fromEntries(entries);
}
