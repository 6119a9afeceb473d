import type { LoggedEvent } from "./event-truth.ts";

export interface Told {
  faults: string[];
  /** The number of the event that tells of each. */
  sequences: ReadonlyMap<number, number>;
}

/** Whether the log tells exactly once of each record that was made, and of none that is not there. */
export function toldOnce(
  { topic, name }: { topic: string; name: string },
  ids: readonly number[],
  events: readonly LoggedEvent[],
): Told {
  const waiting = new Set(ids);
  const faults: string[] = [];
  const sequences = new Map<number, number>();
  for (const { sequence, topic: told, payload } of events) {
    if (told !== topic || payload === null) continue;
    const id = (JSON.parse(payload) as Record<string, { id: number }>)[name]?.id ?? 0;
    if (!waiting.delete(id)) faults.push(`event ${sequence} tells of no ${name}, or of one twice: ${id}`);
    sequences.set(id, sequence);
  }
  return { faults: [...faults, ...[...waiting].map((id) => `no event tells of ${name} ${id}`)], sequences };
}
