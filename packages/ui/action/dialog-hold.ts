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

/** What keeps a window open: something is under way in it, or written and not sent. */
type HoldReason = "busy" | "written";

/** A window, to what stands in it. */
interface Holder {
  /** Keeps it open until what it answers is called. */
  hold: (reason: HoldReason) => () => void;
  /** False once the person has closed it. */
  isOpen: RefObject<boolean>;
}

/** The window that a component stands in; null: none. */
export const DialogHold = createContext<Holder | null>(null);

/** What keeps a window open, by what stands in it: `holder` is what `DialogHold` gives to that. */
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

/** A window stays while something in it is under way: what comes of that is shown in it. */
export function useHoldsDialog(isUnderWay: boolean): void {
  useHold(isUnderWay, "busy");
}

/** What was written in a window is not lost by a click beside it, nor by Escape: it has buttons to close it. */
export function useKeepsWritten(isWritten: boolean): void {
  useHold(isWritten, "written");
}
