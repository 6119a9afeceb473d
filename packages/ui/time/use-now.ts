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

/** Return the time in milliseconds, rounded up to half minutes and updated every half minute. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(getBrowserTime() / intervalMs) * intervalMs + intervalMs,
  );
}
