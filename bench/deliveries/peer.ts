import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PeerTask } from "./sends.ts";

/** A sender in a process of its own, with its work prepared. */
export interface Peer {
  /** Send all requests; resolves when the last is answered. */
  send(): Promise<void>;
  stop(): Promise<void>;
}

/** Start a sender and give it its work. */
export async function startPeer(task: PeerTask): Promise<Peer> {
  const child = fork(join(import.meta.dirname, "peer-process.ts"), { serialization: "advanced" });
  const ended = once(child, "exit");
  const sendTask = async (message: PeerTask | null): Promise<void> => {
    child.send(message as PeerTask);
    await Promise.race([
      once(child, "message"),
      ended.then(() => Promise.reject(new Error(`The process of ${task.peer} ended.`))),
    ]);
  };
  await sendTask(task);
  return {
    send: () => sendTask(null),
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
