import { type TArray, type TSchema, Type } from "typebox";

// A computed key alone would make the whole answer a bag of anything.
function records<N extends string, S extends TSchema>(plural: N, record: S) {
  return { [plural]: Type.Array(record) } as Record<N, TArray<S>>;
}

/** The list envelope: the plural resource name, total_count, page_count, page, limit (LST-1). */
export function listOf<const N extends string, S extends TSchema>(plural: N, record: S) {
  return Type.Object({
    ...records(plural, record),
    total_count: Type.Integer({ description: "Records in all pages." }),
    page_count: Type.Integer({ description: "Pages; 1 when there is no record." }),
    page: Type.Integer({ description: "This page, from 1." }),
    limit: Type.Integer({ description: "Records a page." }),
  });
}

function withCursor<const N extends string, S extends TSchema>(plural: N, record: S, description: string) {
  const { properties } = listOf(plural, record);
  return Type.Object({
    ...properties,
    next_cursor: Type.Union([Type.String(), Type.Null()], { description }),
  });
}

/** The same with a cursor, for 4.0 lists (gaps.md, "General"). */
export function cursorListOf<const N extends string, S extends TSchema>(plural: N, record: S) {
  const when = "Send it as cursor to go on; null at the end, and when the list is not sorted by id.asc.";
  return withCursor(plural, record, when);
}

/** The same for a list that goes by time. */
export function momentListOf<const N extends string, S extends TSchema>(plural: N, record: S) {
  return withCursor(plural, record, "Send it as cursor to go on; null at the end.");
}

/** A place in a walk by id: the last record shown, and how many were shown so far. */
export interface IdPlace {
  id: number;
  passed: number;
}

/** A place in a walk that goes by time: when the last record was made, and its id among those of one millisecond. */
export interface Moment extends IdPlace {
  at: Date;
}

const written = (value: number): string => value.toString(36);

/** The cursor that goes on after a place, by id. */
export function cursorAfter({ id, passed }: IdPlace): string {
  return `c${written(id)}-${written(passed)}`;
}

/** The cursor that goes on after a place, by time. */
export function momentCursorAfter({ at, id, passed }: Moment): string {
  return `t${written(at.getTime())}-${written(id)}-${written(passed)}`;
}

/** The numbers of a cursor; null when one of them is none, or is written otherwise than we write it. */
function numbersOf(text: string, letter: string): number[] | null {
  if (!/^[a-z][0-9a-z]{1,11}(-[0-9a-z]{1,11}){1,2}$/.test(text) || !text.startsWith(letter)) return null;
  const parts = text.slice(1).split("-");
  const numbers = parts.map((part) => Number.parseInt(part, 36));
  return numbers.every((value, at) => Number.isSafeInteger(value) && written(value) === parts[at])
    ? numbers
    : null;
}

/** The place that a cursor goes on after, by id; null when it is no cursor. */
export function readCursor(text: string): IdPlace | null {
  const [id, passed, more] = numbersOf(text, "c") ?? [];
  return id === undefined || passed === undefined || more !== undefined ? null : { id, passed };
}

/** The place that a cursor goes on after, by time; null when it is no cursor. */
export function readMomentCursor(text: string): Moment | null {
  const [time, id, passed] = numbersOf(text, "t") ?? [];
  if (time === undefined || id === undefined || passed === undefined) return null;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : { at, id, passed };
}

export interface Page {
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

/** The page that is really answered: past the last one it is the last; an empty list is page 1 of 1 (LST-3). */
export function pageOf(totalCount: number, page: number, limit: number): Page {
  const pageCount = Math.max(1, Math.ceil(totalCount / limit));
  return { total_count: totalCount, page_count: pageCount, page: Math.min(page, pageCount), limit };
}
