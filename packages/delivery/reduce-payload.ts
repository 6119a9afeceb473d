import { topicOf } from "@souk/contract";

/** What an installation may not see of a payload. */
interface Guard {
  /** It lacks the topic's scope: only ids, status and times are left. */
  reduced: boolean;
  /** Fields of the record that are left out, where it sees the rest. */
  withheld: readonly string[];
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A payload of a topic as an installation is shown it. */
export function guardedPayload(text: string, topic: string, { reduced, withheld }: Guard): string {
  if (reduced) return reducePayload(text, topic);
  return withheld.length > 0 ? withholdFields(text, topic, withheld) : text;
}

/**
 * What an installation without the topic's read scope is sent: the record's ids, status and timestamps, in the same
 * wrapper, and nothing else. Records inside the record are left out whole.
 *
 * @param text a payload of the topic as it would be sent
 */
export function reducePayload(text: string, topic: string): string {
  const whole = JSON.parse(text) as Json;
  const wrapper = topicOf(topic)?.wrapper ?? null;
  if (wrapper === null) return JSON.stringify(reduceRecord(whole, topic));
  const record = isRecord(whole) ? (whole[wrapper] ?? null) : null;
  const beside = reduceRecord(whole, topic);
  return JSON.stringify({ ...beside, [wrapper]: reduceRecord(record, topic) });
}

/**
 * What an installation is sent that may see a record but for some of its fields.
 *
 * @param text a payload of the topic as it would be sent
 */
export function withholdFields(text: string, topic: string, fields: readonly string[]): string {
  const whole = JSON.parse(text) as Json;
  if (!isRecord(whole)) return text;
  const wrapper = topicOf(topic)?.wrapper ?? null;
  const record = wrapper === null ? whole : (whole[wrapper] ?? null);
  if (!isRecord(record)) return text;
  const left = Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));
  return JSON.stringify(wrapper === null ? left : { ...whole, [wrapper]: left });
}

function reduceRecord(record: Json, topic: string): Record<string, Json> {
  if (!isRecord(record)) return {};
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => isKept(name, value, topic)));
}

// By the kind of the value as well: a name alone could let an object or a text of the merchant's through.
function isKept(name: string, value: Json, topic: string): boolean {
  if (name === "id" || name.endsWith("_id")) return value === null || typeof value === "number";
  if (name === "status" || name.endsWith("_status")) return value === null || typeof value === "string";
  if (name.endsWith("_at")) return value === null || isTime(value);
  // A currency's code is its id.
  return name === "code" && topic.startsWith("currency/") && typeof value === "string";
}

function isTime(value: Json): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value);
}

function isRecord(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
