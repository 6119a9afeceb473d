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
type HoldReason = "busy" | "unsaved";

/** What a dialog provides to its content. */
interface DialogContextValue {
  /** Keep the dialog open until the returned function is called. */
  hold: (reason: HoldReason) => () => void;
  /** Whether the dialog is open; false once the person has closed it. */
  openState: RefObject<boolean>;
}

/** The context that a dialog provides to the components in it; null for a component outside a dialog. */
export const DialogContext = createContext<DialogContextValue | null>(null);

/** Collect the reasons that keep a dialog open. `contextValue` is the value of `DialogContext` for the dialog's content. */
export function useDialogHolds(isOpen: boolean) {
  const [holds, setHolds] = useState<readonly HoldReason[]>([]);
  const openState = useRef(isOpen);
  useLayoutEffect(() => {
    openState.current = isOpen;
  }, [isOpen]);
  const hold = useCallback((reason: HoldReason) => {
    setHolds((currentHolds) => [...currentHolds, reason]);
    return () => setHolds((currentHolds) => currentHolds.toSpliced(currentHolds.indexOf(reason), 1));
  }, []);
  const contextValue = useMemo(() => ({ hold, openState }), [hold]);
  return { contextValue, isBusy: holds.includes("busy"), mustStayOpen: holds.length > 0 };
}

function useHold(isActive: boolean, reason: HoldReason): void {
  const dialog = useContext(DialogContext);
  // A layout effect runs before the next key press, so that Escape right after the first letter does not close the dialog.
  useLayoutEffect(() => (isActive ? dialog?.hold(reason) : undefined), [dialog, isActive, reason]);
}

/** Keep the dialog open while an action runs in it, because the result is shown there. */
export function useKeepDialogOpen(isRunning: boolean): void {
  useHold(isRunning, "busy");
}

/**
 * Keep the dialog open on Escape or a click outside while it has unsaved input. Its buttons still close it.
 */
export function useKeepUnsavedInput(hasUnsavedInput: boolean): void {
  useHold(hasUnsavedInput, "unsaved");
}
