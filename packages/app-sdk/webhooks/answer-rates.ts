import type { RateRequestBody } from "@souk/contract";
import type { AppContext } from "../context.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import { isRateTopic, type RateHandler, rateTopics } from "./rates.ts";
import type { Webhook } from "./webhook.ts";

/**
 * Respond to a store's rate request. If the handler fails, the response is 500, and the store uses the app's last valid
 * rates for the same parcel.
 */
export async function answerRates(
  { topic, shop, payload }: Omit<Webhook, "api">,
  handler: RateHandler | undefined,
  context: AppContext,
): Promise<Response> {
  if (handler === undefined || !isRateTopic(topic))
    return Response.json({ error: { code: "no_handler" } }, { status: 404 });
  if (!isRateRequestBody(payload)) return Response.json({ error: { code: "bad_payload" } }, { status: 400 });
  try {
    const api = createStoreClient(shop, context);
    return Response.json({ rate: await handler({ shop, cod: rateTopics[topic], parcel: payload, api }) });
  } catch (error) {
    context.report({ where: "rates", shop, error });
    return Response.json({ error: { code: "failed" } }, { status: 500 });
  }
}

/** Return whether a payload is a rate request. The platform signed it, so its fields are not validated. */
function isRateRequestBody(payload: object): payload is RateRequestBody {
  return "destination" in payload && "items" in payload && "currency" in payload;
}
