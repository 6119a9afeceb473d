import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Load, LoadResult } from "./load.ts";

export interface LoadGenerator {
  generateLoad(load: Load): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Start a separate process that generates load, so that the load generator does not use the event loop of a measured server. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, "load-process.ts"), { serialization: "advanced" });
  const exitEvent = once(child, "exit");
  return {
    async generateLoad(load) {
      child.send(load);
      const resultPromise = once(child, "message").then(([loadResult]) => loadResult as LoadResult);
      return Promise.race([
        resultPromise,
        exitEvent.then(() => Promise.reject(new Error("The load process ended."))),
      ]);
    },
    async stop() {
      child.disconnect();
      await exitEvent;
    },
  };
}
