import type { BridgeAction, BridgeParams, BridgeResponse, BridgeResult, bridgeVersion } from "@souk/contract";
import { BridgeError } from "./bridge-error.ts";

// Only types are imported from the contract, because the script that apps load must contain nothing but the bridge.
const version: typeof bridgeVersion = 1;

/** How messages are posted to the admin, and how timeouts are scheduled. */
export interface Transport {
  /** Post a message to the admin's window, for its origin only. */
  post(message: object): void;
  /** Call a function after a time in milliseconds. @returns a function that cancels the call */
  callAfter(milliseconds: number, callback: () => void): () => void;
}

/** The connection of an embedded page to the admin. */
export interface Connection {
  /**
   * Send a request to the admin.
   * @throws BridgeError `timeout`, or the admin's rejection
   */
  sendRequest<A extends BridgeAction>(action: A, fields: BridgeParams<A>): Promise<BridgeResult<A>>;
  /** Receive a message that came from the admin's window and origin. */
  receive(data: unknown): void;
}

interface PendingRequest {
  settle(response: BridgeResponse): void;
}

/** Open a connection over a transport. @param timeoutMs how long to wait for a response */
export function openConnection(transport: Transport, timeoutMs: number): Connection {
  const pendingRequests = new Map<number, PendingRequest>();
  let lastId = 0;

  function sendRequest(action: string, fields: object): Promise<object> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const cancelTimeout = transport.callAfter(timeoutMs, () => {
        pendingRequests.delete(id);
        const message = `The admin did not respond to "${action}" within ${timeoutMs / 1_000} seconds.`;
        reject(new BridgeError("timeout", message));
      });
      pendingRequests.set(id, {
        settle: (response) => {
          pendingRequests.delete(id);
          cancelTimeout();
          if (response.ok) resolve(response.value);
          else reject(new BridgeError(response.error.code, response.error.message));
        },
      });
      transport.post({ souk_bridge: version, id, ask: action, with: fields });
    });
  }

  return {
    sendRequest: sendRequest as Connection["sendRequest"],
    receive: (data) => {
      const response = parseResponse(data);
      if (response !== null) pendingRequests.get(response.reply_to)?.settle(response);
    },
  };
}

/**
 * Return a message if it is a response of the bridge, otherwise null. Other scripts may also post messages, which are
 * ignored.
 */
function parseResponse(data: unknown): BridgeResponse | null {
  const message = data as Partial<BridgeResponse> | null;
  const isBridgeMessage = typeof message === "object" && message?.souk_bridge === version;
  return isBridgeMessage && typeof message.ok === "boolean" ? (message as BridgeResponse) : null;
}
