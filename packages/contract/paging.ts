import { type TArray, type TSchema, Type } from "typebox";

// Without this type assertion, TypeScript would not check the keys of the list envelope.
function createRecordsProperty<N extends string, S extends TSchema>(plural: N, record: S) {
  return { [plural]: Type.Array(record) } as Record<N, TArray<S>>;
}

/**
 * Create the schema of a list envelope: the records under their plural name, total_count, page_count, page and limit
 * (LST-1).
 */
export function createListSchema<const N extends string, S extends TSchema>(plural: N, record: S) {
  return Type.Object({
    ...createRecordsProperty(plural, record),
    total_count: Type.Integer({ description: "Total records in all pages." }),
    page_count: Type.Integer({ description: "Total pages; 1 when there are no records." }),
    page: Type.Integer({ description: "Current page, starting at 1." }),
    limit: Type.Integer({ description: "Page size." }),
  });
}

function createCursorEnvelope<const N extends string, S extends TSchema>(
  plural: N,
  record: S,
  description: string,
) {
  const { properties } = createListSchema(plural, record);
  return Type.Object({
    ...properties,
    next_cursor: Type.Union([Type.String(), Type.Null()], { description }),
  });
}

/** Create the schema of a list envelope with a cursor by id, for 4.0 lists (docs/spec/decided.md#paging). */
export function createCursorListSchema<const N extends string, S extends TSchema>(plural: N, record: S) {
  const description =
    "Send as `cursor` to get the next page. Null on the last page, and if the list is not sorted by id.asc.";
  return createCursorEnvelope(plural, record, description);
}

/** Create the schema of a list envelope with a cursor by time. */
export function createTimeListSchema<const N extends string, S extends TSchema>(plural: N, record: S) {
  return createCursorEnvelope(
    plural,
    record,
    "Send as `cursor` to get the next page. Null on the last page.",
  );
}

/** Position in a list that is paged by id: the last record returned and the number of records returned so far. */
export interface IdCursor {
  id: number;
  seenCount: number;
}

/**
 * Position in a list that is paged by creation time: the time of the last record, and its id because several records
 * can have the same time.
 */
export interface TimeCursor extends IdCursor {
  time: Date;
}

const toBase36 = (value: number): string => value.toString(36);

/** Encode a cursor by id. */
export function encodeIdCursor({ id, seenCount }: IdCursor): string {
  return `c${toBase36(id)}-${toBase36(seenCount)}`;
}

/** Encode a cursor by time. */
export function encodeTimeCursor({ time, id, seenCount }: TimeCursor): string {
  return `t${toBase36(time.getTime())}-${toBase36(id)}-${toBase36(seenCount)}`;
}

/**
 * Parse the numbers of a cursor that begins with `letter`. Returns null if the text is not exactly what an encode function
 * writes.
 */
function parseNumbers(text: string, letter: string): number[] | null {
  if (!/^[a-z][0-9a-z]{1,11}(-[0-9a-z]{1,11}){1,2}$/.test(text) || !text.startsWith(letter)) return null;
  const parts = text.slice(1).split("-");
  const numbers = parts.map((part) => Number.parseInt(part, 36));
  return numbers.every((value, index) => Number.isSafeInteger(value) && toBase36(value) === parts[index])
    ? numbers
    : null;
}

/** Decode a cursor by id. Returns null if the text is not a cursor by id. */
export function decodeIdCursor(text: string): IdCursor | null {
  const [id, seenCount, extraNumber] = parseNumbers(text, "c") ?? [];
  return id === undefined || seenCount === undefined || extraNumber !== undefined ? null : { id, seenCount };
}

/** Decode a cursor by time. Returns null if the text is not a cursor by time. */
export function decodeTimeCursor(text: string): TimeCursor | null {
  const [milliseconds, id, seenCount] = parseNumbers(text, "t") ?? [];
  if (milliseconds === undefined || id === undefined || seenCount === undefined) return null;
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? null : { time, id, seenCount };
}

export interface Page {
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

/** Compute the page to return. A number past the last page returns the last page; an empty list has one page (LST-3). */
export function resolvePage(totalCount: number, page: number, limit: number): Page {
  const pageCount = Math.max(1, Math.ceil(totalCount / limit));
  return { total_count: totalCount, page_count: pageCount, page: Math.min(page, pageCount), limit };
}
