import type { BridgeAnswer, BridgeAsk, BridgeFields, BridgeValue, bridgeVersion } from "@souk/contract";
import { BridgeError } from "./bridge-error.ts";

// The contract is imported for its types alone: the script that apps load carries nothing but the bridge.
const version: typeof bridgeVersion = 1;

/** The way to the admin and back. */
export interface Wire {
  /** Posts to the admin's window, for its origin only. */
  post(message: object): void;
  /** Calls back after a time, in milliseconds; answers what takes the call back. */
  after(milliseconds: number, call: () => void): () => void;
}

export interface Connection {
  /**
   * Asks the admin.
   * @throws BridgeError `timeout`, or the admin's refusal
   */
  ask<A extends BridgeAsk>(ask: A, fields: BridgeFields<A>): Promise<BridgeValue<A>>;
  /** Takes a message that came from the admin's window and origin. */
  receive(data: unknown): void;
}

interface Waiting {
  settle(answer: BridgeAnswer): void;
}

/** @param timeoutMs how long an answer is waited for */
export function openConnection(wire: Wire, timeoutMs: number): Connection {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function ask(question: string, fields: object): Promise<object> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const forget = wire.after(timeoutMs, () => {
        waiting.delete(id);
        const message = `The admin did not answer "${question}" within ${timeoutMs / 1_000} seconds.`;
        reject(new BridgeError("timeout", message));
      });
      waiting.set(id, {
        settle: (answer) => {
          waiting.delete(id);
          forget();
          if (answer.ok) resolve(answer.value);
          else reject(new BridgeError(answer.error.code, answer.error.message));
        },
      });
      wire.post({ souk_bridge: version, id, ask: question, with: fields });
    });
  }

  return {
    ask: ask as Connection["ask"],
    receive: (data) => {
      const answer = asAnswer(data);
      if (answer !== null) waiting.get(answer.reply_to)?.settle(answer);
    },
  };
}

/** Other scripts post messages too: whatever is no answer of the bridge is passed over. */
function asAnswer(data: unknown): BridgeAnswer | null {
  const answer = data as Partial<BridgeAnswer> | null;
  const isAnswer = typeof answer === "object" && answer?.souk_bridge === version;
  return isAnswer && typeof answer.ok === "boolean" ? (answer as BridgeAnswer) : null;
}
