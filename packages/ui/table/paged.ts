/** The list envelope as paging needs it (LST-1). */
export interface Paged {
  page: number;
  page_count: number;
  total_count: number;
}

/** Asks for a page of the list; `replace`: the step in the history is not one that a person took. */
export type AskPage = (page: number, how: { replace: boolean }) => void;
