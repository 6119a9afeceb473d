/** The current page of a list, as in the API's list responses (LST-1). */
export interface ListPage {
  page: number;
  page_count: number;
  total_count: number;
}

/** A function that opens a page of the list. With `replace` it adds no history entry. */
export type GoToPage = (page: number, options: { replace: boolean }) => void;
