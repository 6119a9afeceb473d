/** The list envelope as a walk needs it (LST-1). */
interface Envelope {
  page: number;
  page_count: number;
}

/**
 * Yields every page of a list until `page` equals `page_count`. For a walk that misses nothing while records change, sort by
 * id (LST-4).
 * @param list calls the list with a page number, from 1
 */
export async function* walkPages<A extends Envelope>(list: (page: number) => Promise<A>): AsyncGenerator<A> {
  for (let page = 1; ; page++) {
    const answer = await list(page);
    yield answer;
    if (answer.page >= answer.page_count) return;
  }
}

/**
 * Yields every record from an id on, in id order, by asking each time from the last id + 1 (LST-5).
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
 * Yields every page of a 4.0 list, going on by its cursor: every record that was there before the walk and is not deleted
 * comes exactly once.
 * @param list calls the list with a cursor; without one for the first page
 */
export async function* walkCursor<A extends { next_cursor: string | null }>(
  list: (cursor: string | undefined) => Promise<A>,
): AsyncGenerator<A> {
  let cursor: string | undefined;
  for (;;) {
    const answer = await list(cursor);
    yield answer;
    if (answer.next_cursor === null) return;
    cursor = answer.next_cursor;
  }
}
