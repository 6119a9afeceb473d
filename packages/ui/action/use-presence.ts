import { type RefObject, useContext, useEffect, useRef } from "react";
import { DialogHold } from "./dialog-hold.ts";

/** Whether a component is on the page; `taken`: it went though nobody had closed the window that it stood in. */
type Presence = "there" | "left" | "taken";

export function usePresence(): RefObject<Presence> {
  const presence = useRef<Presence>("there");
  const holder = useContext(DialogHold);
  useEffect(() => {
    presence.current = "there";
    return () => {
      presence.current = holder?.isOpen.current === true ? "taken" : "left";
    };
  }, [holder]);
  return presence;
}
