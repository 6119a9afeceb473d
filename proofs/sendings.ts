import { randomUUID } from "node:crypto";
import type { Answer } from "@souk/testkit";
import type { DemoShop } from "./demo-shop.ts";
import { type Caller, type KeyedRequest, send } from "./keyed-request.ts";
import { type Known, untilKnown } from "./until-known.ts";

/** What becomes of an order once it is placed: its merchant presses Fulfill once, and the app sends all of it. */
export interface Sending {
  /** The Idempotency-Key of its fulfillment. */
  key: string;
}

/** What the merchant keeps of a press. */
export interface AnsweredPress {
  id: number;
  status: string;
}

/** What the app keeps of a fulfillment. */
export interface AnsweredFulfillment {
  id: number;
}

/** What became of an order that was placed. */
export interface PlacedSending {
  order_id: number;
  /** A press has no key, so that one which is cut off stays unknown. */
  press: Known<AnsweredPress>;
  fulfillment: Known<AnsweredFulfillment>;
}

/** Who sends orders of which shop. */
export interface Sender extends Caller {
  shop: DemoShop;
  /** The app that Fulfill hands orders to. */
  client_id: string;
  signal: AbortSignal;
}

export function planSending(): Sending {
  return { key: randomUUID() };
}

function press({ shop, client_id }: Sender, order_id: number): Promise<Answer> {
  const fulfillment_request = { client_id, topic: "fulfillment/single", order_ids: [order_id] };
  const url = `${shop.host_url}/api/console/fulfillment_requests.json`;
  return shop.owner.browser.call("POST", url, { fulfillment_request });
}

/** Hands an order to the app, which fulfils it whatever the merchant came to know of its answer. */
export async function carryOut({ key }: Sending, order_id: number, sender: Sender): Promise<PlacedSending> {
  const pressed = await untilKnown(
    {
      name: "Fulfill",
      isRepeatable: false,
      send: () => press(sender, order_id),
      read: (answer) => answer.json<{ fulfillment_request: AnsweredPress }>().fulfillment_request,
    },
    sender.signal,
  );
  const path = `/api/3.0/orders/${order_id}/fulfillments.json`;
  const request: KeyedRequest = { method: "POST", path, json: { fulfillment: {} }, key };
  const fulfillment = await untilKnown(
    {
      name: path,
      isRepeatable: true,
      send: () => send(request, sender),
      read: (answer) => answer.json<{ fulfillment: AnsweredFulfillment }>().fulfillment,
    },
    sender.signal,
  );
  return { order_id, press: pressed, fulfillment };
}
