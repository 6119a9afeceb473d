import { useEffect } from "react";
import type { AskPage, Paged } from "./paged.ts";

/**
 * Leads to the last page there is when the one that was asked for is behind it: its last record was deleted, or a link is old.
 * @param page undefined while it is on its way
 */
export function usePageInRange(page: Paged | undefined, onPage: AskPage | undefined): void {
  const isBehind = page !== undefined && page.page > page.page_count;
  useEffect(() => {
    if (isBehind) onPage?.(page.page_count, { replace: true });
  });
}
