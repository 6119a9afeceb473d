import { useEffect } from "react";
import type { AskPage, Paged } from "./paged.ts";

/**
 * Open the last page when the requested one is beyond it: its last record was deleted, or a link is old.
 * @param page undefined while loading
 */
export function usePageInRange(page: Paged | undefined, onPage: AskPage | undefined): void {
  const isBehind = page !== undefined && page.page > page.page_count;
  useEffect(() => {
    if (isBehind) onPage?.(page.page_count, { replace: true });
  });
}
