import { Type } from "typebox";

/** Id of a record: an integer below 2^53. */
export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Timestamp: ISO 8601 in the store's UTC offset with milliseconds, for example 2026-11-20T16:46:38.000+08:00. */
export const timestamp = Type.String({
  format: "date-time",
  description: "ISO 8601 in the store's UTC offset, with milliseconds.",
});

/** Amount as a string with the currency's decimal places, for example "12.50". */
export const moneyAmount = Type.String({
  description: 'Amount as a string with the currency\'s decimal places, for example "12.50".',
});

/** Amount as a string or a number. */
export const moneyInput = Type.Union([Type.String({ maxLength: 40 }), Type.Number({ minimum: 0 })], {
  description: "Amount as a string or a number, with no more decimal places than the currency.",
});

export const url = Type.String({ maxLength: 2048 });

export const shortText = Type.String({ maxLength: 255 });

const kib = 1024;

/** Maximum bytes of UTF-8 in long texts, by field name. */
export const maxTextBytes = { description: 64 * kib, body_html: 256 * kib, note: 64 * kib } as const;

/**
 * Create the schema of a long text in a request. The limit is in bytes of UTF-8, so a text with multi-byte characters
 * reaches the limit with fewer characters.
 */
export const createLongText = (bytes: number, rule = "") =>
  Type.String({ maxLength: bytes, description: `${rule} At most ${bytes / kib} KiB of UTF-8.`.trim() });

const countryDescription =
  "ISO 3166-1 alpha-2 country code, for example MY; empty for none. An unknown code is rejected.";

/** Country code in responses. */
export const countryCode = Type.String({ description: countryDescription });
/** Country code in requests. */
export const countryCodeInput = Type.String({ pattern: "^([A-Z]{2})?$", description: countryDescription });

const emailPartPattern = '[^\\s@<>()\\[\\],;:\\\\"\\x00-\\x1f\\x7f]+';

/** Pattern of one email address that is safe in an email header. */
export const emailPattern = `${emailPartPattern}@${emailPartPattern}`;

/** Required email address in requests. */
export const emailInput = Type.String({
  minLength: 3,
  maxLength: 255,
  pattern: `^${emailPattern}$`,
  description: "Email address, for example mei@kedai.com.",
});
/** Email address in requests, which can be empty. */
export const optionalEmail = Type.String({
  maxLength: 255,
  pattern: `^(${emailPattern})?$`,
  description: "Email address, for example mei@kedai.com; empty for none.",
});

/** Path parameters of an operation that has none. */
export const noParams = Type.Object({});
/** Path parameters of an operation on one record. */
export const idParam = Type.Object({ id });

export const emptyObject = Type.Object({});

export const countResponse = Type.Object({ count: Type.Integer() });

/** Build a schema that also accepts null. */
export function nullable<S extends Parameters<typeof Type.Union>[0][number]>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** Who made a change: an app, a person, the operator, or the platform itself. */
export const actor = Type.Object({
  kind: Type.Enum(["app", "account", "operator", "system"]),
  id: Type.String({ description: "Handle of the app, or id of the account." }),
  name: nullable(Type.String({ description: "Name of the app or person; null when unknown." })),
});
