/** An event in the inbox, without its payload. */
export interface InboxEvent {
  id: number;
  topic: string;
  resource_id: number | null;
  context: string | null;
  trigger_by_app: string | null;
  /** Whether the event has no payload yet. Its record is rendered when the event is numbered. */
  stub: boolean;
  occurred_at: Date;
}

/**
 * Merge stubs that would be sent with equal payloads: of the stubs with the same topic, record, context and app, keep
 * only the last.
 *
 * Stubs that differ in context or app are not merged. Otherwise an app that ignores its own changes would miss the
 * changes of another app (WHK-6).
 *
 * @param events in the order in which they were published
 * @returns the events to number, in that order
 */
export function mergeStubs<E extends InboxEvent>(events: readonly E[]): E[] {
  const lastByKey = new Map<string, E>();
  for (const event of events) if (event.stub) lastByKey.set(buildMergeKey(event), event);
  return events.filter((event) => !event.stub || lastByKey.get(buildMergeKey(event)) === event);
}

function buildMergeKey({ topic, resource_id, context, trigger_by_app }: InboxEvent): string {
  return JSON.stringify([topic, resource_id, context, trigger_by_app]);
}
