import type { LoggedEvent } from "./check-events.ts";

/** The result of matching events with records. */
export interface EventMatch {
  errors: string[];
  /** The sequence number of each record's event, by the record's id. */
  sequences: ReadonlyMap<number, number>;
}

/**
 * Match created records with events. Each record must have exactly one event, and each event must have a record.
 * @param topic the topic of the events
 * @param name the kind of record, such as `order`, which is also the record's key in the payload
 */
export function matchEvents(
  { topic, name }: { topic: string; name: string },
  ids: readonly number[],
  events: readonly LoggedEvent[],
): EventMatch {
  const unmatchedIds = new Set(ids);
  const errors: string[] = [];
  const sequences = new Map<number, number>();
  for (const { sequence, payload } of events.filter((event) => event.topic === topic)) {
    if (payload === null) continue;
    const id = (JSON.parse(payload) as Record<string, { id: number }>)[name]?.id ?? 0;
    if (!unmatchedIds.delete(id))
      errors.push(`event ${sequence} matches no ${name}, or one that already has an event: ${id}`);
    sequences.set(id, sequence);
  }
  return { errors: [...errors, ...[...unmatchedIds].map((id) => `${name} ${id} has no event`)], sequences };
}
