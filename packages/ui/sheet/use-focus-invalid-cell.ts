import { type RefObject, useEffect, useRef } from "react";
import type { SheetState } from "./use-sheet.ts";

/** Focus the first invalid cell after each call of `focusFirstError`, as soon as the cell is rendered. */
export function useFocusInvalidCell<R>(
  container: RefObject<HTMLElement | null>,
  { errors, focusRequestCount }: Pick<SheetState<R>, "errors" | "focusRequestCount">,
): void {
  const handledCount = useRef(focusRequestCount);
  useEffect(() => {
    if (handledCount.current === focusRequestCount) return;
    const invalidInput = container.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalidInput?.focus();
    // Show the whole cell, because its error message is below the input.
    invalidInput?.closest("td")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // The invalid cell may not be rendered yet, for example because it is on another page of the sheet. The next render tries again.
    if (invalidInput || errors.size === 0) handledCount.current = focusRequestCount;
  });
}
