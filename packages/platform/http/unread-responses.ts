import type { ServerResponse } from "node:http";
import { throwApiError } from "@souk/contract";

/** The responses that clients have not received yet. Their texts take up memory until then. */
export interface UnreadResponses {
  /**
   * Check that the clients of a store, or of an account outside of stores, have received enough of their responses to send further
   * requests.
   * @param share the id of the store, or a text that names the account
   * @throws ApiError `unavailable`
   */
  assertRoom(share: number | string): void;
  /** Count the bytes of a response until it has been received or its connection is closed. */
  add(share: number | string, bytes: number, response: ServerResponse): void;
}

const retryAfterSeconds = 5;

/** Create an empty count of unread responses. One store or account may have at most `maxBytes` unread. */
export function createUnreadResponses(maxBytes: number): UnreadResponses {
  const bytesByShare = new Map<number | string, number>();
  return {
    assertRoom(share) {
      if ((bytesByShare.get(share) ?? 0) > maxBytes)
        throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
    },
    add(share, bytes, response) {
      if (response.destroyed) return;
      bytesByShare.set(share, (bytesByShare.get(share) ?? 0) + bytes);
      response.once("close", () => {
        const remaining = (bytesByShare.get(share) ?? 0) - bytes;
        if (remaining > 0) bytesByShare.set(share, remaining);
        else bytesByShare.delete(share);
      });
    },
  };
}
