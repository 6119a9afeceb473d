import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The settings of the floor, which is the minimal server that the platform is compared with. */
export interface FloorOptions {
  /** The URL of the database that the platform also reads. */
  readUrl: string;
  /** The URL of a copy of that database for writes, so that the platform does not assign numbers to the floor's events. */
  writeUrl: string;
  /** The number of connections to each database, as many as the platform has. */
  connections: number;
  /** The number of products in the store. */
  products: number;
  /** The number of orders in the store. */
  orders: number;
  /** An order's JSON, which the floor stores and publishes for each new order. */
  orderSnapshot: string;
  /** The location that ships the ordered units. */
  location_id: number;
}

export interface FloorServer {
  origin: string;
  stop(): Promise<void>;
}

/** Start the floor, the minimal server that the platform is compared with, in a separate process. */
export async function startFloor(options: FloorOptions): Promise<FloorServer> {
  const child = fork(join(import.meta.dirname, "floor-process.ts"));
  const exitEvent = once(child, "exit");
  child.send(options);
  const portPromise = once(child, "message").then(([port]) => port as number);
  const exitFailure = exitEvent.then(() => Promise.reject(new Error("The floor's process ended.")));
  const port = await Promise.race([portPromise, exitFailure]);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.disconnect();
      await exitEvent.catch(() => undefined);
    },
  };
}
