import { callbacks, fulfillLimits } from "@souk/contract";
import type { SafeSender } from "@souk/delivery";
import { rateTimeoutMs } from "../../modules/shipping/index.ts";
import { createSender, type SenderDeps } from "./create-sender.ts";

/**
 * The limits of rate requests: a checkout waits for a free connection as long as for a response, instead of
 * failing after a second. One callback has as many connections as a store has checkouts at once.
 */
const rateLimits = { slotMs: rateTimeoutMs, connections: 32 };

/** Create the sender that asks apps for shipping rates; connections that hang there hold up nothing else. */
export function createRateSender(deps: SenderDeps): SafeSender {
  return createSender(deps, callbacks["shipping/list/non_cod"].userAgent, rateLimits);
}

/** All of the ten seconds may pass before an app begins to answer. */
const requestLimits = { headersMs: fulfillLimits.seconds * 1000 };

/** Create the sender of the Fulfill action: a merchant waits for its answers. */
export function createFulfillmentSender(deps: SenderDeps): SafeSender {
  return createSender(deps, callbacks["fulfillment/single"].userAgent, requestLimits);
}
