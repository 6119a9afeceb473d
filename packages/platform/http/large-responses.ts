import { createWaitingLine } from "./waiting-line.ts";

/** The large responses of one store that are being sent. Its callers take turns, and none has more than half of the turns. */
export interface LargeResponses {
  /** How many responses are being sent or waiting. */
  readonly size: number;
  /**
   * Wait until one more response may be sent.
   * @returns a function that ends the response's turn at its first call
   * @throws ApiError `unavailable` if too many responses are waiting already, or if this response has waited too long
   */
  start(caller: string): Promise<() => void>;
}

/** Create the queue of a store's large responses, of which at most `maxCount` are sent at a time. */
export function createLargeResponses(
  maxCount: number,
  lineLimits: { maxSize: number; maxWaitMs: number },
): LargeResponses {
  const maxOfCaller = Math.max(1, Math.floor(maxCount / 2));
  const countsByCaller = new Map<string, number>();
  const waiting = createWaitingLine<() => void>(lineLimits);
  let count = 0;

  const mayStart = (caller: string): boolean => (countsByCaller.get(caller) ?? 0) < maxOfCaller;

  function startTurn(caller: string): () => void {
    count += 1;
    countsByCaller.set(caller, (countsByCaller.get(caller) ?? 0) + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      count -= 1;
      const remaining = (countsByCaller.get(caller) ?? 0) - 1;
      if (remaining > 0) countsByCaller.set(caller, remaining);
      else countsByCaller.delete(caller);
      waiting.serveNext(startTurn, mayStart);
    };
  }

  return {
    get size() {
      return count + waiting.size;
    },
    async start(caller) {
      return count < maxCount && mayStart(caller) ? startTurn(caller) : waiting.wait(caller);
    },
  };
}
