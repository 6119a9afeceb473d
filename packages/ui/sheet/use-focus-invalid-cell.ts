import { type RefObject, useEffect, useRef } from "react";
import type { SheetState } from "./use-sheet.ts";

/** After a failed attempt to save, move the focus to the first invalid cell as soon as it is rendered. */
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
