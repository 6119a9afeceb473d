import { acceptsIdempotencyKey, type Operation } from "../operation.ts";

const headers = {
  "X-Request-Id": {
    description: "Id of the request. Include it when you contact support.",
    schema: { type: "string" },
  },
  "X-RateLimit-Limit": {
    description: "Maximum requests in the rate limit bucket.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Remaining": {
    description: "Remaining requests in the rate limit bucket.",
    schema: { type: "integer" },
  },
  "Retry-After": { description: "Seconds to wait before retrying.", schema: { type: "integer" } },
  "Idempotent-Replay": {
    description: "`true` if this is a repetition of the first response to this Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  "Service-Warning": {
    description:
      'A value that was ignored, for example `ignored parameter "updated_at_min": not a date` or `ignored ' +
      '"is_mail": the order has no email address`.',
    schema: { type: "string" },
  },
} as const;

type HeaderName = keyof typeof headers;

/** Response headers by name, for the components of an OpenAPI document. */
export const headerComponents: Readonly<Record<string, object>> = headers;

/** Build references to the headers that a response of an operation can have. */
export function buildHeaders(operation: Operation, status: number): object {
  const names: HeaderName[] = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining"];
  if (status === 429 || status === 503) names.push("Retry-After");
  if (status === 200 && acceptsIdempotencyKey(operation)) names.push("Idempotent-Replay");
  const hasDateParameter = Object.values(operation.query).some(({ kind }) => kind === "date");
  const fields = (operation.body as { properties?: object } | undefined)?.properties ?? {};
  const hasEmailField = "is_mail" in fields;
  if (status === 200 && (hasDateParameter || hasEmailField)) names.push("Service-Warning");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
