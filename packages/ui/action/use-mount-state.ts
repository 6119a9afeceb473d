import { type RefObject, useContext, useEffect, useRef } from "react";
import { DialogContext } from "./dialog-hold.ts";

/**
 * Whether a component is on the page. The value is `gone` after the component has left the page, and `gone_from_open_dialog` if its
 * dialog was still open then.
 */
type MountState = "mounted" | "gone" | "gone_from_open_dialog";

/** Track whether the component is on the page. The returned ref can also be read after the component was unmounted. */
export function useMountState(): RefObject<MountState> {
  const mountState = useRef<MountState>("mounted");
  const dialog = useContext(DialogContext);
  useEffect(() => {
    mountState.current = "mounted";
    return () => {
      mountState.current = dialog?.openState.current === true ? "gone_from_open_dialog" : "gone";
    };
  }, [dialog]);
  return mountState;
}
