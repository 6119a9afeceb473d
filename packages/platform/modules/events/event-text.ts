import { canReadPayload, findTopic, listWithheldFields } from "@souk/contract";
import { filterPayload } from "@souk/delivery";
import type { EventRow } from "./event-page.ts";

/**
 * Build the JSON text of an event. The payload is its stored text, without the fields for which the token lacks a scope
 * (docs/spec/decided.md#scopes).
 * @param scopes the scopes of the token
 */
export function buildEventText(row: EventRow, scopes: readonly string[]): string {
  const { sequence, id, topic, resource_id, created_at, delivery } = row;
  // WHK-6: only product/update and the topics of stock have a context and a triggering app.
  const trigger = findTopic(topic)?.hasContext ? row : { context: null, trigger_by_app: null };
  const { context, trigger_by_app } = trigger;
  const fields = { sequence, id, topic, resource_id, created_at, context, trigger_by_app };
  const payload = row.payload === null ? "null" : buildPayloadText(row.payload, topic, scopes);
  const ending = delivery ? `,${JSON.stringify(delivery).slice(1)}` : "}";
  return `${JSON.stringify(fields).slice(0, -1)},"payload":${payload}${ending}`;
}

function buildPayloadText(text: string, topic: string, scopes: readonly string[]): string {
  // guard log-reduced: with `topic === ""` instead of `!canReadPayload(topic, scopes)`, events.test.ts fails at `without the scope`
  const access = { reduced: !canReadPayload(topic, scopes), withheld: listWithheldFields(topic, scopes) };
  return filterPayload(text, topic, access);
}
