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
  return { holder, isBusy: holds.includes("busy"), isHeldOpen: holds.length > 0 };
}

function useHold(isHeld: boolean, reason: HoldReason): void {
  const holder = useContext(DialogHold);
  // A layout effect runs before the next key press, so that Escape right after the first letter does not close the dialog.
  useLayoutEffect(() => (isHeld ? holder?.hold(reason) : undefined), [holder, isHeld, reason]);
}

/** Keep the dialog open while an action runs in it, because the result is shown there. */
export function useKeepDialogOpen(isRunning: boolean): void {
  useHold(isRunning, "busy");
}

/**
 * Keep the dialog open on Escape or a click outside while it has unsaved input; its buttons still close it.
 */
export function useKeepUnsavedInput(hasUnsavedInput: boolean): void {
  useHold(hasUnsavedInput, "written");
}
