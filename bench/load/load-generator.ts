import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fired, Load } from "./load.ts";

export interface LoadGenerator {
  fire(load: Load): Promise<Fired>;
  stop(): Promise<void>;
}

/**
 * Start the process that generates load, one at a time, so that the load takes no turn of a measured server's loop.
 */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, "load-process.ts"), { serialization: "advanced" });
  const ended = once(child, "exit");
  return {
    async fire(load) {
      child.send(load);
      const answered = once(child, "message").then(([fired]) => fired as Fired);
      return Promise.race([answered, ended.then(() => Promise.reject(new Error("The load process ended.")))]);
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
