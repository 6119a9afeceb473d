import { callbacks, fulfillLimits } from "@souk/contract";
import type { SafeSender } from "@souk/delivery";
import { rateTimeoutMs } from "../../modules/shipping/index.ts";
import { createSender, type SenderDeps } from "./create-sender.ts";

/**
 * The limits of requests to apps for shipping rates. A request may wait for a free connection as long as it may wait for the
 * response. With the default limit, it would fail after a second. Each origin of an app gets up to 32 connections, for
 * concurrent checkouts.
 */
const shippingRateRequestLimits = { slotMs: rateTimeoutMs, maxConnections: 32 };

/** Create the sender of requests for shipping rates. It is separate, so that slow apps do not delay other requests. */
export function createShippingRateSender(deps: SenderDeps): SafeSender {
  return createSender(deps, callbacks["shipping/list/non_cod"].userAgent, shippingRateRequestLimits);
}

/** The limits of the Fulfill action's request. The app may start to respond as late as at the end of the request's ten seconds. */
const fulfillRequestLimits = { headersMs: fulfillLimits.seconds * 1000 };

/** Create the sender of the Fulfill action. It is separate, because a merchant is waiting for the response. */
export function createFulfillmentSender(deps: SenderDeps): SafeSender {
  return createSender(deps, callbacks["fulfillment/single"].userAgent, fulfillRequestLimits);
}
