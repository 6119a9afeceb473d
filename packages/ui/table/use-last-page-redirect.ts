import { useEffect } from "react";
import type { GoToPage, ListPage } from "./list-page.ts";

/**
 * Open the last page of a list if the requested page is after it, for example because records were deleted.
 * @param page the loaded page; undefined while loading
 * @param goToPage opens a page of the list; undefined if the list has no pages to open
 */
export function useLastPageRedirect(page: ListPage | undefined, goToPage: GoToPage | undefined): void {
  const isPastEnd = page !== undefined && page.page > page.page_count;
  useEffect(() => {
    if (isPastEnd) goToPage?.(page.page_count, { replace: true });
  });
}
