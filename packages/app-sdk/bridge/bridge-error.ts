import type { BridgeRefusal } from "@souk/contract";

/**
 * Why a call of the bridge failed.
 * - `not_embedded`: the page does not stand in a frame. `no_host_url`: it does, and nothing says whose.
 * - `timeout`: the admin did not answer.
 * - the others: the admin refused; `unsupported_version`, `invalid`, `refused`, `too_many`, `unavailable`.
 */
export type BridgeErrorCode = "not_embedded" | "no_host_url" | "timeout" | BridgeRefusal;

/** A call of the bridge that failed, with its reason. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string) {
    super(message);
    this.name = "BridgeError";
    this.code = code;
  }
}
