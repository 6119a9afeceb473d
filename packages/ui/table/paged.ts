/** The list envelope as paging needs it (LST-1). */
export interface Paged {
  page: number;
  page_count: number;
  total_count: number;
}

/**
 * A function that opens a page of the list; `replace`: not a step of the person's own, so without a history
 * entry.
 */
export type AskPage = (page: number, how: { replace: boolean }) => void;
