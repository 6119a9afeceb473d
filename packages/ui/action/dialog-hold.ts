import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

/** The reason that keeps a dialog open: a running action, or unsaved input. */
type HoldReason = "busy" | "written";

/** A dialog, as its content sees it. */
interface Holder {
  /** Keep the dialog open until the returned function is called. */
  hold: (reason: HoldReason) => () => void;
  /** Whether the dialog is open; false once the person has closed it. */
  isOpen: RefObject<boolean>;
}

/** The dialog around a component; null: none. */
export const DialogHold = createContext<Holder | null>(null);

/** Collect the reasons that keep a dialog open: `holder` is the value for `DialogHold`. */
export function useHolds(opened: boolean) {
  const [holds, setHolds] = useState<readonly HoldReason[]>([]);
  const isOpen = useRef(opened);
  useLayoutEffect(() => {
    isOpen.current = opened;
  }, [opened]);
  const hold = useCallback((reason: HoldReason) => {
    setHolds((before) => [...before, reason]);
    return () => setHolds((before) => before.toSpliced(before.indexOf(reason), 1));
  }, []);
  const holder = useMemo(() => ({ hold, isOpen }), [hold]);
  return { holder, isBusy: holds.includes("busy"), isKept: holds.length > 0 };
}

function useHold(isHeld: boolean, reason: HoldReason): void {
  const holder = useContext(DialogHold);
  // Before the next key: an Escape right after the first letter would find the window not held yet.
  useLayoutEffect(() => (isHeld ? holder?.hold(reason) : undefined), [holder, isHeld, reason]);
}

/** Keep the dialog open while an action runs in it: its result is shown there. */
export function useHoldsDialog(isUnderWay: boolean): void {
  useHold(isUnderWay, "busy");
}

/**
 * Keep unsaved input of a dialog from a click outside and from Escape: the dialog has buttons to close it.
 */
export function useKeepsWritten(isWritten: boolean): void {
  useHold(isWritten, "written");
}
