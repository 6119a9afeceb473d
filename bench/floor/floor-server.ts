import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface FloorOptions {
  /** The database that the platform reads too. */
  readUrl: string;
  /** A copy of it to write to: the platform must not find and number the floor's events. */
  writeUrl: string;
  /** Connections to each, as many as the platform has. */
  connections: number;
  /** Products of the store. */
  products: number;
  /** Orders of the store. */
  orders: number;
  /** An order's JSON, which the floor stores and publishes each time it writes the order. */
  document: string;
  /** The location that ordered units are taken from. */
  location_id: number;
}

export interface FloorServer {
  origin: string;
  stop(): Promise<void>;
}

/** Start the floor in a process of its own, as the platform has one. */
export async function startFloor(options: FloorOptions): Promise<FloorServer> {
  const child = fork(join(import.meta.dirname, "floor-process.ts"));
  const ended = once(child, "exit");
  child.send(options);
  const listening = once(child, "message").then(([port]) => port as number);
  const failed = ended.then(() => Promise.reject(new Error("The floor's process ended.")));
  const port = await Promise.race([listening, failed]);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}
