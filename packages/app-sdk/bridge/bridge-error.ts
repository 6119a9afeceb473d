import type { BridgeErrorCode as AdminErrorCode } from "@souk/contract";

/**
 * The reason why a call of the bridge failed.
 * - `not_embedded`: the page is not in a frame.
 * - `no_host_url`: the page is in a frame, but its admin is unknown.
 * - `timeout`: the admin did not respond.
 * - `unsupported_version`, `invalid`, `refused`, `too_many` and `unavailable`: the admin rejected the call.
 */
export type BridgeErrorCode = "not_embedded" | "no_host_url" | "timeout" | AdminErrorCode;

/** The error of a call of the bridge, with its reason. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}
