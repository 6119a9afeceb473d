/** Fields of the list envelope that a walk needs (LST-1). */
interface Envelope {
  page: number;
  page_count: number;
}

/**
 * Walk a list by page number, yielding each page until `page` equals `page_count`. To miss nothing while records
 * change, sort by id (LST-4).
 * @param list calls the list with a page number, starting at 1
 */
export async function* walkPages<A extends Envelope>(list: (page: number) => Promise<A>): AsyncGenerator<A> {
  for (let page = 1; ; page++) {
    const response = await list(page);
    yield response;
    if (response.page >= response.page_count) return;
  }
}

/**
 * Walk a list by id, yielding each record from an id on, by requesting the last id + 1 each time (LST-5).
 * @param list calls the list with since_id
 */
export async function* walkSince<R extends { id: number }>(
  list: (sinceId: number) => Promise<readonly R[]>,
  from = 1,
): AsyncGenerator<R> {
  let next = from;
  for (;;) {
    const records = await list(next);
    const last = records.at(-1);
    if (last === undefined) return;
    yield* records;
    next = last.id + 1;
  }
}

/**
 * Walk a 4.0 list by cursor, yielding each page. Every record that existed before the walk and was not deleted
 * appears exactly once.
 * @param list calls the list with a cursor; without one for the first page
 */
export async function* walkCursor<A extends { next_cursor: string | null }>(
  list: (cursor: string | undefined) => Promise<A>,
): AsyncGenerator<A> {
  let cursor: string | undefined;
  for (;;) {
    const response = await list(cursor);
    yield response;
    if (response.next_cursor === null) return;
    cursor = response.next_cursor;
  }
}
