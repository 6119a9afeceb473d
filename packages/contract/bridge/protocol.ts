import type { Static } from "typebox";
import { type BridgeAction, bridgeRequests } from "./requests.ts";

/**
 * Version of the app bridge, sent as `souk_bridge` in every message. It is increased only for changes that break
 * existing apps.
 */
export const bridgeVersion = 1;

/** Request that an embedded page sends to the admin with `postMessage`. */
export type BridgeRequest = {
  [A in BridgeAction]: {
    souk_bridge: typeof bridgeVersion;
    /** Number chosen by the page. The response has the same number in `reply_to`. */
    id: number;
    ask: A;
    with: Static<(typeof bridgeRequests)[A]["params"]>;
  };
}[BridgeAction];

/** Errors of the bridge, each with its message. */
export const bridgeErrors = {
  unsupported_version: "The admin supports another version of the bridge.",
  invalid: "The request is not part of the bridge, or one of its fields is invalid.",
  refused: "An app is not allowed to make this request.",
  too_many: "The page sent too many requests. Retry in a few seconds.",
  unavailable: "The admin cannot do this now: the app is disabled, or the platform does not respond.",
} as const;

/** The code of a bridge error. */
export type BridgeErrorCode = keyof typeof bridgeErrors;

/** Response of the admin. */
export type BridgeResponse =
  | { souk_bridge: typeof bridgeVersion; reply_to: number; ok: true; value: object }
  | {
      souk_bridge: typeof bridgeVersion;
      reply_to: number;
      ok: false;
      error: { code: BridgeErrorCode; message: string };
    };

/** Parameters of a bridge request. */
export type BridgeParams<A extends BridgeAction> = Static<(typeof bridgeRequests)[A]["params"]>;
/** Result of a bridge request. */
export type BridgeResult<A extends BridgeAction> = Static<(typeof bridgeRequests)[A]["result"]>;

/** Names of all bridge requests. */
export const bridgeActions = Object.keys(bridgeRequests) as BridgeAction[];
