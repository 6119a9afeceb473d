/** Fields of a list response that `walkPages` reads (LST-1). */
interface Envelope {
  page: number;
  page_count: number;
}

/**
 * Read all pages of a list by page number, yielding each response. Sort by id, so that no record is missed if records
 * change meanwhile (LST-4).
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
 * Read all records of a list by id, yielding each record. Each call requests ids greater than the last id received (LST-5).
 * @param list calls the list with `since_id`
 * @param from the first id
 */
export async function* walkSince<R extends { id: number }>(
  list: (sinceId: number) => Promise<readonly R[]>,
  from = 1,
): AsyncGenerator<R> {
  let nextId = from;
  for (;;) {
    const records = await list(nextId);
    const lastRecord = records.at(-1);
    if (lastRecord === undefined) return;
    yield* records;
    nextId = lastRecord.id + 1;
  }
}

/**
 * Read all pages of a 4.0 list by cursor, yielding each response. Every record that existed at the start and is not
 * deleted meanwhile appears exactly once.
 * @param list calls the list with a cursor, which is undefined for the first page
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
