import { useEffect } from "react";
import type { GoToPage, ListPage } from "./list-page.ts";

/**
 * Open the last page of a list if the requested page is after it, for example because records were deleted.
 * @param page the loaded page; undefined while loading
 */
export function useLastPageRedirect(page: ListPage | undefined, onPage: GoToPage | undefined): void {
  const isPastEnd = page !== undefined && page.page > page.page_count;
  useEffect(() => {
    if (isPastEnd) onPage?.(page.page_count, { replace: true });
  });
}
