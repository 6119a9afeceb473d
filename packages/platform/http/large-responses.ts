import { createWaitingLine } from "./waiting-line.ts";

/** The large responses of one store that are being sent or waiting. */
export interface LargeResponses {
  /** How many responses are being sent or waiting. */
  readonly size: number;
  /**
   * Wait until one more response may be sent.
   * @returns a function that ends the response's turn when it is first called
   * @throws ApiError `unavailable` if too many responses are waiting already, or if this response has waited too long
   */
  start(caller: string): Promise<() => void>;
}

/** Create the queue of a store's large responses. At most `maxCount` are sent at a time, and at most half as many to one caller. */
export function createLargeResponses(
  maxCount: number,
  lineLimits: { maxSize: number; maxWaitMs: number },
): LargeResponses {
  const maxPerCaller = Math.max(1, Math.floor(maxCount / 2));
  const countsByCaller = new Map<string, number>();
  const waiting = createWaitingLine<() => void>(lineLimits);
  let sendingCount = 0;

  const mayStart = (caller: string): boolean => (countsByCaller.get(caller) ?? 0) < maxPerCaller;

  function startTurn(caller: string): () => void {
    sendingCount += 1;
    countsByCaller.set(caller, (countsByCaller.get(caller) ?? 0) + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      sendingCount -= 1;
      const remaining = (countsByCaller.get(caller) ?? 0) - 1;
      if (remaining > 0) countsByCaller.set(caller, remaining);
      else countsByCaller.delete(caller);
      waiting.serveNext(startTurn, mayStart);
    };
  }

  return {
    get size() {
      return sendingCount + waiting.size;
    },
    async start(caller) {
      return sendingCount < maxCount && mayStart(caller) ? startTurn(caller) : waiting.wait(caller);
    },
  };
}
