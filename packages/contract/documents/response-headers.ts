import { type Operation, takesIdempotencyKey } from "../operation.ts";

const headers = {
  "X-Request-Id": {
    description: "Names this answer in the log and in questions.",
    schema: { type: "string" },
  },
  "X-RateLimit-Limit": { description: "Requests that the bucket holds.", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "Requests left in it.", schema: { type: "integer" } },
  "Retry-After": { description: "Seconds to wait before another try.", schema: { type: "integer" } },
  "Idempotent-Replay": {
    description: "`true`: the answer of the first request with this Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  "Service-Warning": {
    description:
      'What was ignored: `ignored parameter "updated_at_min": not a date`, `ignored "is_mail": the order has no e-mail address`.',
    schema: { type: "string" },
  },
} as const;

type HeaderName = keyof typeof headers;

/** The headers of answers, by name, for the components of a document. */
export const headerComponents: Readonly<Record<string, object>> = headers;

/** The headers that an answer of an operation may carry, as references. */
export function headersOf(operation: Operation, status: number): object {
  const names: HeaderName[] = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining"];
  if (status === 429 || status === 503) names.push("Retry-After");
  if (status === 200 && takesIdempotencyKey(operation)) names.push("Idempotent-Replay");
  const dates = Object.values(operation.query).some(({ kind }) => kind === "date");
  const fields = (operation.body as { properties?: object } | undefined)?.properties ?? {};
  const mails = "is_mail" in fields;
  if (status === 200 && (dates || mails)) names.push("Service-Warning");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
