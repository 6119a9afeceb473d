import { useRef, useState } from "react";
import { isRejection, isUncertain } from "./error-words.ts";

/**
 * Keep the record of a form as it was when its button was pressed, until the request is answered. An
 * unanswered request may have been carried out: a form that followed its record would send something else
 * with the same button, and so do more.
 */
export function useFrozenInput<T extends object>(given: T) {
  const [frozen, setFrozen] = useState<T | null>(null);
  const uncertainRequests = useRef(new Set<string>());
  const release = () => {
    uncertainRequests.current.clear();
    setFrozen(null);
  };
  return {
    now: frozen ?? given,
    hold: () => setFrozen((before) => before ?? given),
    release,
    /**
     * Handle a failure. @param sent the failed request; a rejection proves that it was not carried out before
     * either
     */
    failed: (error: unknown, sent: unknown) => {
      const text = JSON.stringify(sent);
      if (isUncertain(error)) uncertainRequests.current.add(text);
      else if (isRejection(error)) uncertainRequests.current.delete(text);
      if (uncertainRequests.current.size === 0) release();
    },
  };
}
