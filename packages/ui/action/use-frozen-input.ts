import { useRef, useState } from "react";
import { isRejection, mayHaveBeenExecuted } from "./describe-error.ts";

/**
 * Keep the input of a form as it was when its button was pressed, until there is a response. A request without a response
 * may have been executed. If the form changed with its record meanwhile, the next press of the button would send a different
 * request, and both could be executed.
 */
export function useFrozenInput<T extends object>(input: T) {
  const [frozenInput, setFrozenInput] = useState<T | null>(null);
  const uncertainRequests = useRef(new Set<string>());
  const release = () => {
    uncertainRequests.current.clear();
    setFrozenInput(null);
  };
  return {
    current: frozenInput ?? input,
    freeze: () => setFrozenInput((earlierInput) => earlierInput ?? input),
    release,
    /**
     * Handle a failure.
     * @param request the failed request; a rejection proves that its earlier attempts were not executed either
     */
    handleFailure: (error: unknown, request: unknown) => {
      const text = JSON.stringify(request);
      if (mayHaveBeenExecuted(error)) uncertainRequests.current.add(text);
      else if (isRejection(error)) uncertainRequests.current.delete(text);
      if (uncertainRequests.current.size === 0) release();
    },
  };
}
