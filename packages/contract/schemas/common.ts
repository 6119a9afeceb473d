import { Type } from "typebox";

/** A record's id: an integer below 2^53. */
export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** ISO 8601 in the store's offset with milliseconds, for example 2026-11-20T16:46:38.000+08:00. */
export const dateOut = Type.String({
  format: "date-time",
  description: "ISO 8601 in the store's offset, with milliseconds.",
});

/** An amount as a string with the currency's decimals, for example "12.50". */
export const moneyOut = Type.String({ description: "An amount with the currency's decimals." });

/** An amount as a string or a number. */
export const moneyIn = Type.Union([Type.String({ maxLength: 40 }), Type.Number({ minimum: 0 })], {
  description: "An amount, as a string or a number, with no more decimals than the currency has.",
});

export const url = Type.String({ maxLength: 2048 });

export const shortText = Type.String({ maxLength: 255 });

const kib = 1024;

/** Bytes of UTF-8 that long texts may have, by the names of their fields. */
export const textLimits = { description: 64 * kib, body_html: 256 * kib, note: 64 * kib } as const;

/** A long text as it is sent; where its characters have more than a byte each, so many bytes are the most. */
export const longText = (bytes: number, rule = "") =>
  Type.String({ maxLength: bytes, description: `${rule} At most ${bytes / kib} KiB of UTF-8.`.trim() });

const countryRule =
  "A country by its ISO 3166 code of two letters, for example MY; empty: none. A code that no country has is refused.";

/** A country as it is shown, and as it is sent. */
export const countryOut = Type.String({ description: countryRule });
export const countryIn = Type.String({ pattern: "^([A-Z]{2})?$", description: countryRule });

const emailPart = '[^\\s@<>()\\[\\],;:\\\\"\\x00-\\x1f\\x7f]+';

/** One e-mail address, as it can stand in the heading of a mail. */
export const emailPattern = `${emailPart}@${emailPart}`;

/** An e-mail address as it is sent, and one that may be empty. */
export const emailIn = Type.String({
  minLength: 3,
  maxLength: 255,
  pattern: `^${emailPattern}$`,
  description: "An e-mail address such as mei@kedai.com.",
});
export const emailOrNone = Type.String({
  maxLength: 255,
  pattern: `^(${emailPattern})?$`,
  description: "An e-mail address such as mei@kedai.com; empty: none.",
});

/** Path parameters. */
export const noParams = Type.Object({});
export const idParam = Type.Object({ id });

export const nothing = Type.Object({});

export const countAnswer = Type.Object({ count: Type.Integer() });

export function nullable<S extends Parameters<typeof Type.Union>[0][number]>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** Who made a change. */
export const actor = Type.Object({
  kind: Type.Enum(["app", "account", "operator", "system"]),
  id: Type.String({ description: "The app's handle, or the account's id." }),
  name: nullable(
    Type.String({ description: "What the app or the person is called; null where nothing is known." }),
  ),
});
