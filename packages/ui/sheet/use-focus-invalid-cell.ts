import { type RefObject, useEffect, useRef } from "react";
import type { SheetState } from "./use-sheet.ts";

/** Move the focus, after a failed attempt to save, to the first invalid cell as soon as it is rendered. */
export function useFocusInvalidCell<R>(
  place: RefObject<HTMLElement | null>,
  { errors, leads }: Pick<SheetState<R>, "errors" | "leads">,
): void {
  const followed = useRef(leads);
  useEffect(() => {
    if (followed.current === leads) return;
    const faulty = place.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    faulty?.focus();
    // What is wrong stands below the input.
    faulty?.closest("td")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (faulty || errors.size === 0) followed.current = leads;
  });
}
