import Type, { type TArray, type TSchema } from "typebox";

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

/** The same with a cursor, for 4.0 lists (gaps.md, "General"). */
export function cursorListOf<const N extends string, S extends TSchema>(plural: N, record: S) {
  const { properties } = listOf(plural, record);
  return Type.Object({
    ...properties,
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Send it as cursor to go on; null at the end, and when the list is not sorted by id.asc.",
    }),
  });
}

/** The cursor that goes on after a record, by id. */
export function cursorAfter(id: number): string {
  return `c${id.toString(36)}`;
}

/** The id that a cursor goes on after; null when it is no cursor. */
export function readCursor(text: string): number | null {
  if (!/^c[0-9a-z]{1,11}$/.test(text)) return null;
  const id = Number.parseInt(text.slice(1), 36);
  return Number.isSafeInteger(id) && cursorAfter(id) === text ? id : null;
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
