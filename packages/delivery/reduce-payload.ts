import { findTopic, reduceRecord } from "@souk/contract";

/** Which part of a payload an installation may not see. */
interface PayloadAccess {
  /** Whether the installation lacks the topic's scope, so that only ids, status and timestamps are kept. */
  reduced: boolean;
  /** The fields of the record that are removed. */
  withheld: readonly string[];
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Remove from a payload the fields that an installation may not see. */
export function filterPayload(text: string, topic: string, { reduced, withheld }: PayloadAccess): string {
  if (reduced) return reducePayload(text, topic);
  return withheld.length > 0 ? withholdFields(text, topic, withheld) : text;
}

/**
 * Return a payload with only the record's ids, status and timestamps, for an installation that lacks the topic's read scope. The wrapper is
 * kept; nested records are removed.
 *
 * @param text the full payload
 */
export function reducePayload(text: string, topic: string): string {
  const payload = JSON.parse(text) as Json;
  const wrapper = findTopic(topic)?.wrapper ?? null;
  // A currency's code is its id.
  const keepsCode = topic.startsWith("currency/");
  if (wrapper === null) return JSON.stringify(reduceRecord(payload, keepsCode));
  const record = isRecord(payload) ? (payload[wrapper] ?? null) : null;
  const outerFields = reduceRecord(payload, keepsCode);
  return JSON.stringify({ ...outerFields, [wrapper]: reduceRecord(record, keepsCode) });
}

/**
 * Remove fields from the record of a payload.
 *
 * @param text the full payload
 */
export function withholdFields(text: string, topic: string, fields: readonly string[]): string {
  const payload = JSON.parse(text) as Json;
  if (!isRecord(payload)) return text;
  const wrapper = findTopic(topic)?.wrapper ?? null;
  const record = wrapper === null ? payload : (payload[wrapper] ?? null);
  if (!isRecord(record)) return text;
  const remainingFields = Object.fromEntries(
    Object.entries(record).filter(([name]) => !fields.includes(name)),
  );
  return JSON.stringify(wrapper === null ? remainingFields : { ...payload, [wrapper]: remainingFields });
}

function isRecord(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
