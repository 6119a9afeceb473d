import { useEffect } from "react";
import type { GoToPage, Paged } from "./list-page.ts";

/**
 * Open the last page if the requested page is after it, for example because records were deleted.
 * @param page undefined while loading
 */
export function usePageInRange(page: Paged | undefined, onPage: GoToPage | undefined): void {
  const isPastEnd = page !== undefined && page.page > page.page_count;
  useEffect(() => {
    if (isPastEnd) onPage?.(page.page_count, { replace: true });
  });
}
