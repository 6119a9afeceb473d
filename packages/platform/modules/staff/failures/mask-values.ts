import { truncate } from "../../../infrastructure/storable-text.ts";

const identifierPattern = /^[A-Za-z_][A-Za-z0-9_.]{0,127}$/;
/** Longer messages are truncated before they are masked, because the time to match them grows with the square of the length. */
const maxMaskedLength = 4_000;

/**
 * Replace values in the message of an error with `…`: quoted texts that are not identifiers, texts that PostgreSQL quotes after a
 * colon, and email addresses. Such values can be personal data of customers.
 */
export function maskValues(message: string): string {
  return message
    .replace(/".*"(?= is not valid JSON)/s, '"…"')
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "…")
    .replaceAll(/(: ?)?"((?:[^"\\]|\\.)*)(?:"|$)/g, (text, colon: string | undefined, content: string) =>
      colon === undefined && identifierPattern.test(content) ? text : `${colon ?? ""}"…"`,
    );
}

/** Mask the values in the message of an error, and truncate the message to `maxLength` UTF-16 code units. */
export function maskMessage(message: string, maxLength = 500): string {
  const start = truncate(message, maxMaskedLength).replaceAll("\0", "");
  return truncate(maskValues(start), maxLength).toWellFormed();
}
