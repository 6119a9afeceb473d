import type { ServerResponse } from "node:http";
import { throwApiError } from "@souk/contract";

/** The responses that clients have not received yet. The text of a response takes up memory until it is received. */
export interface UnreadResponses {
  /**
   * Check that the clients of a store, or of an account outside of stores, have received enough of their responses, so that they
   * may send further requests.
   * @param owner the id of the store, or a text that names the account
   * @throws ApiError `unavailable`
   */
  assertRoom(owner: number | string): void;
  /** Count the bytes of a response until it has been received or its connection is closed. */
  add(owner: number | string, bytes: number, response: ServerResponse): void;
}

const retryAfterSeconds = 5;

/** Create an empty count of unread responses. A store or account with more than `maxBytes` unread may send no further requests. */
export function createUnreadResponses(maxBytes: number): UnreadResponses {
  const bytesByOwner = new Map<number | string, number>();
  return {
    assertRoom(owner) {
      if ((bytesByOwner.get(owner) ?? 0) > maxBytes)
        throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
    },
    add(owner, bytes, response) {
      if (response.destroyed) return;
      bytesByOwner.set(owner, (bytesByOwner.get(owner) ?? 0) + bytes);
      response.once("close", () => {
        const remainingBytes = (bytesByOwner.get(owner) ?? 0) - bytes;
        if (remainingBytes > 0) bytesByOwner.set(owner, remainingBytes);
        else bytesByOwner.delete(owner);
      });
    },
  };
}
