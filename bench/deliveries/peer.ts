import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PeerTask } from "./sends.ts";

/** A sender in a process of its own, with its work lying ready. */
export interface Peer {
  /** Sends all; resolves when the last is answered. */
  send(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a sender and gives it its work. */
export async function startPeer(task: PeerTask): Promise<Peer> {
  const child = fork(join(import.meta.dirname, "peer-process.ts"), { serialization: "advanced" });
  const ended = once(child, "exit");
  const tell = async (message: PeerTask | null): Promise<void> => {
    child.send(message as PeerTask);
    await Promise.race([
      once(child, "message"),
      ended.then(() => Promise.reject(new Error(`The process of ${task.peer} ended.`))),
    ]);
  };
  await tell(task);
  return {
    send: () => tell(null),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
