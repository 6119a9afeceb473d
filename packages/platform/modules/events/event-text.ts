import { canReadPayload, findTopic, listWithheldFields } from "@souk/contract";
import { filterPayload } from "@souk/delivery";
import type { EventRow } from "./page-of-events.ts";

/**
 * Build the JSON text of an event; its payload is passed through as it was written.
 * @param scopes those of the token: without the topic's scope the payload is reduced
 *   (docs/spec/decided.md#scopes)
 */
export function eventText(row: EventRow, scopes: readonly string[]): string {
  const { sequence, id, topic, resource_id, created_at, delivery } = row;
  // WHK-6: only product/update and the topics of stock have the cause.
  const cause = findTopic(topic)?.hasContext ? row : { context: null, trigger_by_app: null };
  const { context, trigger_by_app } = cause;
  const fields = { sequence, id, topic, resource_id, created_at, context, trigger_by_app };
  const payload = row.payload === null ? "null" : shownPayload(row.payload, topic, scopes);
  const rest = delivery ? `,${JSON.stringify(delivery).slice(1)}` : "}";
  return `${JSON.stringify(fields).slice(0, -1)},"payload":${payload}${rest}`;
}

function shownPayload(text: string, topic: string, scopes: readonly string[]): string {
  // guard: log-reduced with `topic === ""` for `!canReadPayload(topic, scopes)`: events.test.ts without the scope
  const guard = { reduced: !canReadPayload(topic, scopes), withheld: listWithheldFields(topic, scopes) };
  return filterPayload(text, topic, guard);
}
