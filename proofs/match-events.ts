import type { LoggedEvent } from "./event-truth.ts";

export interface EventMatch {
  errors: string[];
  /** The sequence number of each record's event. */
  sequences: ReadonlyMap<number, number>;
}

/**
 * Check that the log has exactly one event for each record that was created, and none for a record that does not
 * exist.
 */
export function matchEvents(
  { topic, name }: { topic: string; name: string },
  ids: readonly number[],
  events: readonly LoggedEvent[],
): EventMatch {
  const waiting = new Set(ids);
  const errors: string[] = [];
  const sequences = new Map<number, number>();
  for (const { sequence, topic: eventTopic, payload } of events) {
    if (eventTopic !== topic || payload === null) continue;
    const id = (JSON.parse(payload) as Record<string, { id: number }>)[name]?.id ?? 0;
    if (!waiting.delete(id)) errors.push(`event ${sequence} tells of no ${name}, or of one twice: ${id}`);
    sequences.set(id, sequence);
  }
  return { errors: [...errors, ...[...waiting].map((id) => `no event tells of ${name} ${id}`)], sequences };
}
