import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PeerTask } from "./targets.ts";

/** A sender in a separate process that has prepared its requests. */
export interface Peer {
  /** Send all requests, and wait for the last response. */
  send(): Promise<void>;
  stop(): Promise<void>;
}

/** Start the process of a peer and let it prepare its requests. */
export async function startPeer(task: PeerTask): Promise<Peer> {
  const child = fork(join(import.meta.dirname, "peer-process.ts"), { serialization: "advanced" });
  const exitEvent = once(child, "exit");
  /** Send the process its task, or null to let it send its requests, and wait for the process's reply. */
  const sendMessage = async (message: PeerTask | null): Promise<void> => {
    child.send(message as PeerTask);
    await Promise.race([
      once(child, "message"),
      exitEvent.then(() => Promise.reject(new Error(`The process of ${task.peer} ended.`))),
    ]);
  };
  await sendMessage(task);
  return {
    send: () => sendMessage(null),
    async stop() {
      child.disconnect();
      await exitEvent;
    },
  };
}
