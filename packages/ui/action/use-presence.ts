import { type RefObject, useContext, useEffect, useRef } from "react";
import { DialogHold } from "./dialog-hold.ts";

/** Whether a component is on the page; `taken`: removed while its dialog was open. */
type Presence = "there" | "left" | "taken";

/** Track whether the component is on the page, after its removal too. */
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
