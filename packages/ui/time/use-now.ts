import { useSyncExternalStore } from "react";
import { browserNow } from "../panel/browser-environment.ts";

const stepMs = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for all times on a page, so that they move on together.
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, stepMs);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Return the time in milliseconds, updated every half minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(browserNow() / stepMs) * stepMs + stepMs);
}
