import { canReadPayload, findTopic, listWithheldFields } from "@souk/contract";
import { filterPayload } from "@souk/delivery";
import type { EventRow } from "./event-page.ts";

/**
 * Build the JSON text of an event. The stored text of the payload is used unchanged, unless the token lacks the topic's scope.
 * @param scopes the scopes of the token. Without the topic's scope the payload is reduced (docs/spec/decided.md#scopes).
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
  // guard: log-reduced replacing `!canReadPayload(topic, scopes)` with `topic === ""`: events.test.ts without the scope
  const access = { reduced: !canReadPayload(topic, scopes), withheld: listWithheldFields(topic, scopes) };
  return filterPayload(text, topic, access);
}
