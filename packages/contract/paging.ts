import { type TArray, type TSchema, Type } from "typebox";

// A computed key alone would make the whole answer a bag of anything.
function records<N extends string, S extends TSchema>(plural: N, record: S) {
  return { [plural]: Type.Array(record) } as Record<N, TArray<S>>;
}

/**
 * Create the schema of a list envelope: the plural resource name, total_count, page_count, page, limit (LST-1).
 */
export function createListSchema<const N extends string, S extends TSchema>(plural: N, record: S) {
  return Type.Object({
    ...records(plural, record),
    total_count: Type.Integer({ description: "Total records in all pages." }),
    page_count: Type.Integer({ description: "Total pages; 1 when there are no records." }),
    page: Type.Integer({ description: "Current page, starting at 1." }),
    limit: Type.Integer({ description: "Page size." }),
  });
}

function withCursor<const N extends string, S extends TSchema>(plural: N, record: S, description: string) {
  const { properties } = createListSchema(plural, record);
  return Type.Object({
    ...properties,
    next_cursor: Type.Union([Type.String(), Type.Null()], { description }),
  });
}

/** Create the schema of a list envelope with a cursor by id, for 4.0 lists (docs/spec/decided.md#paging). */
export function createCursorListSchema<const N extends string, S extends TSchema>(plural: N, record: S) {
  const when =
    "Send as `cursor` to get the next page. Null on the last page, and when the list is not sorted by id.asc.";
  return withCursor(plural, record, when);
}

/** Create the schema of a list envelope with a cursor by time. */
export function createTimeListSchema<const N extends string, S extends TSchema>(plural: N, record: S) {
  return withCursor(plural, record, "Send as `cursor` to get the next page. Null on the last page.");
}

/** Position in a walk by id: the last record returned and the number of records returned so far. */
export interface IdCursor {
  id: number;
  seenCount: number;
}

/**
 * Position in a walk by time: the creation time of the last record and its id among records of the same millisecond.
 */
export interface TimeCursor extends IdCursor {
  time: Date;
}

const written = (value: number): string => value.toString(36);

/** Encode the cursor of a walk by id. */
export function encodeIdCursor({ id, seenCount: passed }: IdCursor): string {
  return `c${written(id)}-${written(passed)}`;
}

/** Encode the cursor of a walk by time. */
export function encodeTimeCursor({ time: at, id, seenCount: passed }: TimeCursor): string {
  return `t${written(at.getTime())}-${written(id)}-${written(passed)}`;
}

/** Parse the numbers of a cursor. Return null when the text is not exactly a cursor that we encode. */
function parseNumbers(text: string, letter: string): number[] | null {
  if (!/^[a-z][0-9a-z]{1,11}(-[0-9a-z]{1,11}){1,2}$/.test(text) || !text.startsWith(letter)) return null;
  const parts = text.slice(1).split("-");
  const numbers = parts.map((part) => Number.parseInt(part, 36));
  return numbers.every((value, index) => Number.isSafeInteger(value) && written(value) === parts[index])
    ? numbers
    : null;
}

/** Decode a cursor of a walk by id. Returns null when the text is not a cursor. */
export function decodeIdCursor(text: string): IdCursor | null {
  const [id, passed, more] = parseNumbers(text, "c") ?? [];
  return id === undefined || passed === undefined || more !== undefined ? null : { id, seenCount: passed };
}

/** Decode a cursor of a walk by time. Returns null when the text is not a cursor. */
export function decodeTimeCursor(text: string): TimeCursor | null {
  const [time, id, passed] = parseNumbers(text, "t") ?? [];
  if (time === undefined || id === undefined || passed === undefined) return null;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : { time: at, id, seenCount: passed };
}

export interface Page {
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

/** Resolve the page to return: a page past the last is the last; an empty list is page 1 of 1 (LST-3). */
export function resolvePage(totalCount: number, page: number, limit: number): Page {
  const pageCount = Math.max(1, Math.ceil(totalCount / limit));
  return { total_count: totalCount, page_count: pageCount, page: Math.min(page, pageCount), limit };
}
