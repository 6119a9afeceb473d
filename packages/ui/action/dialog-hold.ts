import { createContext, useContext, useLayoutEffect } from "react";

/** What keeps a dialog open: something is under way in it, or written and not sent. */
export type HoldReason = "busy" | "written";

/** Keeps the dialog that a component stands in open until what it answers is called; outside of one it does nothing. */
export const DialogHold = createContext<(reason: HoldReason) => () => void>(() => () => undefined);

function useHold(isHeld: boolean, reason: HoldReason): void {
  const hold = useContext(DialogHold);
  // Before the next key: an Escape right after the first letter would find the dialog not held yet.
  useLayoutEffect(() => (isHeld ? hold(reason) : undefined), [hold, isHeld, reason]);
}

/** A dialog stays while something in it is under way: who could close it would send the same again under another key. */
export function useHoldsDialog(isUnderWay: boolean): void {
  useHold(isUnderWay, "busy");
}

/** What was written in a dialog is not lost by a click beside it, nor by Escape: it has buttons to close it. */
export function useKeepsWritten(isWritten: boolean): void {
  useHold(isWritten, "written");
}
