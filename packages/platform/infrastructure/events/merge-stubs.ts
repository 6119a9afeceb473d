/** An event in the inbox, without its payload. */
export interface InboxEvent {
  id: number;
  topic: string;
  resource_id: number | null;
  context: string | null;
  trigger_by_app: string | null;
  /** Whether the event has no payload: its record is rendered when it is numbered. */
  stub: boolean;
  occurred_at: Date;
}

/**
 * Keep one of several stubs that would be sent as equal payloads: the last of each topic, record, context and
 * app.
 *
 * Those that differ in context or app stay apart, or an app that ignores its own changes would lose another's
 * (WHK-6).
 *
 * @param events in the order in which they were published
 * @returns the events to number, in that order
 */
export function mergeStubs<E extends InboxEvent>(events: readonly E[]): E[] {
  const last = new Map<string, E>();
  for (const event of events) if (event.stub) last.set(sameness(event), event);
  return events.filter((event) => !event.stub || last.get(sameness(event)) === event);
}

function sameness({ topic, resource_id, context, trigger_by_app }: InboxEvent): string {
  return JSON.stringify([topic, resource_id, context, trigger_by_app]);
}
