import { throwFieldError } from "@souk/contract";

/** A page with more bytes than this is read in pieces, of which a store reads only a few at a time (`WorkShares`). */
export const maxLightBytes = 1_048_576;

/** A page with more bytes than this is sent only if the limit is at most `maxLimitOfAnySize`. */
const maxPageBytes = 8 * 1_048_576;

/** With this limit or a lower one, a page is sent whatever its size, so that every record can be read. */
export const maxLimitOfAnySize = 50;

/** Assert that a page may be sent. @throws ApiError `invalid` for `limit`, code `too_large` */
export function assertPageBytes(bytes: number, limit: number): void {
  if (limit <= maxLimitOfAnySize || bytes <= maxPageBytes) return;
  throwFieldError(
    "limit",
    "too_large",
    { max: maxPageBytes, unit: "bytes" },
    `{field} is too high: the records of this page exceed 8 MiB in total. Send a limit of at most ${maxLimitOfAnySize}, or request only the fields that you need with the parameter \`fields\`.`,
  );
}
