import { type RefObject, useEffect, useRef } from "react";
import type { SheetState } from "./use-sheet.ts";

/** Focus the first invalid cell after each call of `focusFirstError`, as soon as the cell is rendered. */
export function useFocusInvalidCell<R>(
  container: RefObject<HTMLElement | null>,
  { errors, focusRequests }: Pick<SheetState<R>, "errors" | "focusRequests">,
): void {
  const handledRequests = useRef(focusRequests);
  useEffect(() => {
    if (handledRequests.current === focusRequests) return;
    const invalidInput = container.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalidInput?.focus();
    // The error message is below the input.
    invalidInput?.closest("td")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (invalidInput || errors.size === 0) handledRequests.current = focusRequests;
  });
}
