import { useRef, useState } from "react";
import { isRefusal, isUncertain } from "./error-words.ts";

/**
 * What a form stands on as it was when its button was pressed, until what was sent is answered. What had no answer may have
 * been carried out: a form that followed its record from there would send something else under the same button, and so more.
 */
export function useHeld<T extends object>(given: T) {
  const [held, setHeld] = useState<T | null>(null);
  const unanswered = useRef(new Set<string>());
  const release = () => {
    unanswered.current.clear();
    setHeld(null);
  };
  return {
    now: held ?? given,
    hold: () => setHeld((before) => before ?? given),
    release,
    /** @param sent what the failure is about; a refusal of it says that it was not carried out before either */
    failed: (error: unknown, sent: unknown) => {
      const text = JSON.stringify(sent);
      if (isUncertain(error)) unanswered.current.add(text);
      else if (isRefusal(error)) unanswered.current.delete(text);
      if (unanswered.current.size === 0) release();
    },
  };
}
