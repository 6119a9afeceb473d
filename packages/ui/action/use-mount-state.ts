import { type RefObject, useContext, useEffect, useRef } from "react";
import { DialogContext } from "./dialog-hold.ts";

/**
 * Whether a component is on the page. `removed` means that the component was unmounted while its dialog was open, and `unmounted`
 * that its dialog was closed or that it has no dialog.
 */
type MountState = "mounted" | "unmounted" | "removed";

/** Track whether the component is on the page. The returned ref can also be read after the component was unmounted. */
export function useMountState(): RefObject<MountState> {
  const mountState = useRef<MountState>("mounted");
  const dialog = useContext(DialogContext);
  useEffect(() => {
    mountState.current = "mounted";
    return () => {
      mountState.current = dialog?.openState.current === true ? "removed" : "unmounted";
    };
  }, [dialog]);
  return mountState;
}
