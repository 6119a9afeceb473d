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

/** The same with a cursor, for 4.0 lists. */
export function cursorListOf<const N extends string, S extends TSchema>(plural: N, record: S) {
  return Type.Object({
    ...records(plural, record),
    total_count: Type.Integer(),
    page_count: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  });
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
