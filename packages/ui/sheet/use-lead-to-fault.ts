import { type RefObject, useEffect, useRef } from "react";
import type { SheetState } from "./use-sheet.ts";

/** After a vain try to save, the focus goes to the first cell that something is wrong with, as soon as it is drawn. */
export function useLeadToFault<R>(
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
