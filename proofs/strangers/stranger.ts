import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { AttackReport, RunningAttacks } from "./attacks.ts";

/** Another merchant's store, and what strangers know or guess about it. */
export interface Victim {
  handle: string;
  productId: number;
  orderId: number;
  /** A text that only this store's records contain. */
  marker: string;
  /** The email address of the owner, whose password is guessed and whose mailbox is flooded. */
  email: string;
  /** The email address of an account that has not verified it. */
  unverifiedEmail: string;
}

export interface StrangerOptions {
  /** The port of the platform. */
  port: number;
  /** The number of products in the strangers' store, of 390 KB each. */
  productCount: number;
  /** The number of apps in the strangers' store, and of apps that their partner registers. */
  appCount: number;
  /** The number of IP addresses from which visitors without an account attack. */
  addressCount: number;
  /** The maximum number of requests of each attack that run at once. */
  maxWorkerCount: number;
  victim: Victim;
}

/** A stranger with accounts, stores and apps, in a process of its own. */
export interface Stranger {
  /** Start all attacks. */
  attack(): RunningAttacks;
  /** End the process. */
  close(): void;
}

/** Wait for a process's next message. @throws Error if the process ends before it sends one */
async function receive<T>(child: ChildProcess): Promise<T> {
  const waitController = new AbortController();
  const { signal } = waitController;
  const end = once(child, "exit", { signal }).then(() => {
    throw new Error("The strangers' process has ended.");
  });
  try {
    const [message] = (await Promise.race([once(child, "message", { signal }), end])) as [T];
    return message;
  } finally {
    waitController.abort();
    end.catch(() => undefined);
  }
}

/**
 * Start the process in which the strangers sign up and create their stores, apps and products, and wait until it is ready
 * to attack.
 */
export async function startStranger(options: StrangerOptions): Promise<Stranger> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(join(import.meta.dirname, "stranger-process.ts"), { env, execArgv: [] });
  child.send(options);
  try {
    await receive(child);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    attack: () => {
      child.send({ attack: true });
      return {
        stop: async () => {
          const report = receive<AttackReport>(child);
          child.send({ stop: true });
          return report;
        },
      };
    },
    close: () => void child.kill("SIGKILL"),
  };
}
