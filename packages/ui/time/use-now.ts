import { useSyncExternalStore } from "react";
import { browserNow } from "../panel/browser-world.ts";

const stepMs = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for all times on a page, so that they move on together.
function onStep(changed: () => void): () => void {
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

/** The time in milliseconds, moved on every half minute. */
export function useNow(): number {
  return useSyncExternalStore(onStep, () => Math.floor(browserNow() / stepMs) * stepMs + stepMs);
}
