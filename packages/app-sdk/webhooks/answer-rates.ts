import type { RateQuestion } from "@souk/contract";
import type { Ground } from "../ground.ts";
import { shopClient } from "../shop-api/shop-client.ts";
import { isRateTopic, type RateHandler, rateTopics } from "./rates.ts";
import type { Webhook } from "./webhook.ts";

/**
 * Answers a shop's question for rates. A failure is answered with 500, and the shop takes the last good answer to the same
 * question: rates are never made up.
 */
export async function answerRates(
  { topic, shop, payload }: Omit<Webhook, "api">,
  handler: RateHandler | undefined,
  ground: Ground,
): Promise<Response> {
  if (handler === undefined || !isRateTopic(topic))
    return Response.json({ error: { code: "no_handler" } }, { status: 404 });
  if (!isQuestion(payload)) return Response.json({ error: { code: "bad_payload" } }, { status: 400 });
  try {
    const api = shopClient(shop, ground);
    return Response.json({ rate: await handler({ shop, cod: rateTopics[topic], parcel: payload, api }) });
  } catch (error) {
    ground.report({ where: "rates", shop, error });
    return Response.json({ error: { code: "failed" } }, { status: 500 });
  }
}

/** Signed by the platform, so its parts are not looked into; an old body of another kind is told apart. */
function isQuestion(payload: object): payload is RateQuestion {
  return "destination" in payload && "items" in payload && "currency" in payload;
}
