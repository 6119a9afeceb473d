import { useSyncExternalStore } from "react";
import { getBrowserTime } from "../panel/browser-environment.ts";

const intervalMs = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// All times on a page share one timer, so that they are updated together.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, intervalMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Return the time in milliseconds, updated every half minute. It is rounded up to the next half minute, so that an event that has
 * just happened is never in the future.
 */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(getBrowserTime() / intervalMs) * intervalMs + intervalMs,
  );
}
