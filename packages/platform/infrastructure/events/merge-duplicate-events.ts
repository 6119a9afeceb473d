/** The fields of an event in the inbox, except its payload. */
export interface InboxEvent {
  id: number;
  topic: string;
  resource_id: number | null;
  context: string | null;
  trigger_by_app: string | null;
  /** Whether the event has no payload yet. Its record is rendered when the event is numbered. */
  needs_payload: boolean;
  occurred_at: Date;
}

/**
 * Merge events without a payload: of the events with the same topic, record, context and app, keep only the last. The
 * merged events would all be sent with equal payloads.
 *
 * Events that differ in context or app are not merged. Otherwise an event of another app's change could be merged into an
 * event of an app's own change, and an app that ignores its own changes would miss the other app's change (WHK-6).
 *
 * @param events in the order in which they were published
 * @returns the events to number, in the same order
 */
export function mergeDuplicateEvents<E extends InboxEvent>(events: readonly E[]): E[] {
  const lastByKey = new Map<string, E>();
  for (const event of events) if (event.needs_payload) lastByKey.set(buildMergeKey(event), event);
  return events.filter((event) => !event.needs_payload || lastByKey.get(buildMergeKey(event)) === event);
}

function buildMergeKey({ topic, resource_id, context, trigger_by_app }: InboxEvent): string {
  return JSON.stringify([topic, resource_id, context, trigger_by_app]);
}
