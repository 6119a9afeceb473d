import { createContext, useContext, useEffect } from "react";

/** Keeps the dialog that a component stands in open until what it answers is called; outside of one it does nothing. */
export const DialogHold = createContext<() => () => void>(() => () => undefined);

/** A dialog stays while something in it is under way: who could close it would send the same again under another key. */
export function useHoldsDialog(isUnderWay: boolean): void {
  const hold = useContext(DialogHold);
  useEffect(() => (isUnderWay ? hold() : undefined), [hold, isUnderWay]);
}
