import type { Static } from "typebox";
import { type BridgeAsk, bridgeQuestions } from "./questions.ts";

/**
 * The version of the app bridge that this contract describes; every message names it as `souk_bridge`. It changes only
 * when an older app could no longer be answered.
 */
export const bridgeVersion = 1;

/** What an embedded page sends to the admin with `postMessage`. */
export type BridgeQuestion = {
  [A in BridgeAsk]: {
    souk_bridge: typeof bridgeVersion;
    /** The page's own number for the question, which its answer repeats. */
    id: number;
    ask: A;
    with: Static<(typeof bridgeQuestions)[A]["takes"]>;
  };
}[BridgeAsk];

/** Why the admin does not do what a page asks. */
export const bridgeRefusals = {
  unsupported_version: "The admin speaks another version of the bridge.",
  invalid: "The question is not one of the bridge, or a field of it does not fit.",
  refused: "An app may not do that.",
  too_many: "The page asked too often; it may ask again in a few seconds.",
  unavailable: "The admin cannot do that now: the app is disabled, or the platform does not answer.",
} as const;

export type BridgeRefusal = keyof typeof bridgeRefusals;

/** What the admin sends back. */
export type BridgeAnswer =
  | { souk_bridge: typeof bridgeVersion; reply_to: number; ok: true; value: object }
  | {
      souk_bridge: typeof bridgeVersion;
      reply_to: number;
      ok: false;
      error: { code: BridgeRefusal; message: string };
    };

/** The fields that a question takes, and the value that answers it. */
export type BridgeFields<A extends BridgeAsk> = Static<(typeof bridgeQuestions)[A]["takes"]>;
export type BridgeValue<A extends BridgeAsk> = Static<(typeof bridgeQuestions)[A]["answers"]>;

/** Every question there is. */
export const bridgeAsks = Object.keys(bridgeQuestions) as BridgeAsk[];
