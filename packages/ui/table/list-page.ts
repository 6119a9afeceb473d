/** The fields of a list response that paging needs (LST-1). */
export interface Paged {
  page: number;
  page_count: number;
  total_count: number;
}

/** A function that opens a page of the list. With `replace` it adds no history entry. */
export type GoToPage = (page: number, options: { replace: boolean }) => void;
