import { randomUUID } from "node:crypto";
import type { HttpResponse } from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";
import { type Caller, type KeyedRequest, send } from "./keyed-request.ts";
import { type RequestResult, sendUntilResult } from "./send-until-result.ts";

/** The plan for a placed order: the merchant sends the order to the app once, and the app fulfills the order completely. */
export interface PlannedFulfillment {
  /** The Idempotency-Key of the fulfillment. */
  key: string;
}

/** The response to the Fulfill action. */
export interface AcknowledgedFulfillRequest {
  id: number;
  status: string;
}

/** The response to the app's fulfillment. */
export interface AcknowledgedFulfillment {
  id: number;
}

/** The results of sending an order to the app and fulfilling it. */
export interface FulfillmentResult {
  order_id: number;
  /** The result of the Fulfill action. The action has no key, so its result stays unknown if the request was interrupted. */
  fulfillRequest: RequestResult<AcknowledgedFulfillRequest>;
  fulfillment: RequestResult<AcknowledgedFulfillment>;
}

/** The merchant and the app that fulfill orders. */
export interface FulfillmentCaller extends Caller {
  store: DemoStore;
  /** The app to which the Fulfill action sends orders. */
  client_id: string;
  signal: AbortSignal;
}

/** Plan a fulfillment, with a new Idempotency-Key. */
export function planFulfillment(): PlannedFulfillment {
  return { key: randomUUID() };
}

function sendFulfillAction({ store, client_id }: FulfillmentCaller, order_id: number): Promise<HttpResponse> {
  const fulfillment_request = { client_id, topic: "fulfillment/single", order_ids: [order_id] };
  const url = `${store.host_url}/api/console/fulfillment_requests.json`;
  return store.owner.browser.call("POST", url, { fulfillment_request });
}

/** Send an order to the app and fulfill it as the app, even if the merchant gets no response. */
export async function fulfillOrder(
  { key }: PlannedFulfillment,
  order_id: number,
  caller: FulfillmentCaller,
): Promise<FulfillmentResult> {
  const fulfillRequest = await sendUntilResult(
    {
      name: "Fulfill",
      isRepeatable: false,
      send: () => sendFulfillAction(caller, order_id),
      parseRecord: (response) =>
        response.json<{ fulfillment_request: AcknowledgedFulfillRequest }>().fulfillment_request,
    },
    caller.signal,
  );
  const path = `/api/3.0/orders/${order_id}/fulfillments.json`;
  const request: KeyedRequest = { method: "POST", path, json: { fulfillment: {} }, key };
  const fulfillment = await sendUntilResult(
    {
      name: path,
      isRepeatable: true,
      send: () => send(request, caller),
      parseRecord: (response) => response.json<{ fulfillment: AcknowledgedFulfillment }>().fulfillment,
    },
    caller.signal,
  );
  return { order_id, fulfillRequest, fulfillment };
}
