import type { BridgeAction, BridgeParams, BridgeResponse, BridgeResult, bridgeVersion } from "@souk/contract";
import { BridgeError } from "./bridge-error.ts";

// The contract is imported for its types alone: the script that apps load carries nothing but the bridge.
const version: typeof bridgeVersion = 1;

/** The connection to the admin and back. */
export interface Wire {
  /** Post a message to the admin's window, for its origin only. */
  post(message: object): void;
  /** Call back after a time in milliseconds; return the function that cancels the call. */
  after(milliseconds: number, call: () => void): () => void;
}

export interface Connection {
  /**
   * Send a request to the admin.
   * @throws BridgeError `timeout`, or the admin's rejection
   */
  ask<A extends BridgeAction>(ask: A, fields: BridgeParams<A>): Promise<BridgeResult<A>>;
  /** Receive a message that came from the admin's window and origin. */
  receive(data: unknown): void;
}

interface Waiting {
  settle(answer: BridgeResponse): void;
}

/** Open a connection over the wire. @param timeoutMs how long to wait for a response */
export function openConnection(wire: Wire, timeoutMs: number): Connection {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function ask(question: string, fields: object): Promise<object> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const forget = wire.after(timeoutMs, () => {
        waiting.delete(id);
        const message = `The admin did not respond to "${question}" within ${timeoutMs / 1_000} seconds.`;
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

/**
 * Return the message as a response of the bridge, or null: other scripts post messages too, which are ignored.
 */
function asAnswer(data: unknown): BridgeResponse | null {
  const answer = data as Partial<BridgeResponse> | null;
  const isAnswer = typeof answer === "object" && answer?.souk_bridge === version;
  return isAnswer && typeof answer.ok === "boolean" ? (answer as BridgeResponse) : null;
}
