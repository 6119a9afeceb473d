import type { BridgeErrorCode as AdminErrorCode } from "@souk/contract";

/**
 * The reason why a call of the bridge failed.
 * - `not_embedded`: the page is not in a frame. `no_host_url`: the page is in a frame and the admin is unknown.
 * - `timeout`: the admin did not respond.
 * - the others: the admin rejected the call; `unsupported_version`, `invalid`, `refused`, `too_many`, `unavailable`.
 */
export type BridgeErrorCode = "not_embedded" | "no_host_url" | "timeout" | AdminErrorCode;

/** A call of the bridge that failed, with its reason. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}
