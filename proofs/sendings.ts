import { randomUUID } from "node:crypto";
import type { Answer } from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";
import { type Caller, type KeyedRequest, send } from "./keyed-request.ts";
import { type Known, untilKnown } from "./until-known.ts";

/** The plan for an order once it is placed: its merchant presses Fulfill once, and the app fulfills all of it. */
export interface Sending {
  /** The Idempotency-Key of its fulfillment. */
  key: string;
}

/** The merchant's record of a press. */
export interface AnsweredPress {
  id: number;
  status: string;
}

/** The app's record of a fulfillment. */
export interface AnsweredFulfillment {
  id: number;
}

/** The result of an order that was placed. */
export interface PlacedSending {
  order_id: number;
  /** The press, which has no key, so that the result of an interrupted one stays unknown. */
  press: Known<AnsweredPress>;
  fulfillment: Known<AnsweredFulfillment>;
}

/** The caller that fulfills orders, and its store. */
export interface Sender extends Caller {
  store: DemoStore;
  /** The app that Fulfill hands orders to. */
  client_id: string;
  signal: AbortSignal;
}

export function planSending(): Sending {
  return { key: randomUUID() };
}

function press({ store, client_id }: Sender, order_id: number): Promise<Answer> {
  const fulfillment_request = { client_id, topic: "fulfillment/single", order_ids: [order_id] };
  const url = `${store.host_url}/api/console/fulfillment_requests.json`;
  return store.owner.browser.call("POST", url, { fulfillment_request });
}

/** Hand an order to the app, which fulfills it whatever the merchant knows of the result. */
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
