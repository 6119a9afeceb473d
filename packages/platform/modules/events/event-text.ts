import { opensPayload, topicOf, withheldFields } from "@souk/contract";
import { guardedPayload } from "@souk/delivery";
import type { EventRow } from "./page-of-events.ts";

/**
 * An event as it is answered, as JSON text: its payload is passed through as it was written.
 * @param scopes those of the token: without the topic's the payload is reduced (gaps.md, "Scopes")
 */
export function eventText(row: EventRow, scopes: readonly string[]): string {
  const { sequence, id, topic, resource_id, created_at, delivery } = row;
  // WHK-6: the cause is told with product/update and the topics of stock only.
  const cause = topicOf(topic)?.context ? row : { context: null, trigger_by_app: null };
  const { context, trigger_by_app } = cause;
  const fields = { sequence, id, topic, resource_id, created_at, context, trigger_by_app };
  const payload = row.payload === null ? "null" : shownPayload(row.payload, topic, scopes);
  const rest = delivery ? `,${JSON.stringify(delivery).slice(1)}` : "}";
  return `${JSON.stringify(fields).slice(0, -1)},"payload":${payload}${rest}`;
}

function shownPayload(text: string, topic: string, scopes: readonly string[]): string {
  const guard = { reduced: !opensPayload(topic, scopes), withheld: withheldFields(topic, scopes) };
  return guardedPayload(text, topic, guard);
}
