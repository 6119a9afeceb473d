import type { FulfillBulkRequest, FulfillResponse, FulfillSingleRequest } from "@souk/contract";
import type { StoreClient } from "../store-api/store-client.ts";

/** An app's response to the Fulfill action: a page to open or a message to show. */
export type FulfillmentReply = FulfillResponse;

/** A merchant's Fulfill action (FUL-1). */
export interface FulfillmentRequest<Body> {
  shop: string;
  body: Body;
  api: StoreClient;
}

/**
 * The handlers of the Fulfill action: `single` for one order, `bulk` for several orders. The platform sends both to the
 * webhook URL.
 */
export interface FulfillmentHandlers {
  single?(request: FulfillmentRequest<FulfillSingleRequest>): Promise<FulfillmentReply>;
  bulk?(request: FulfillmentRequest<FulfillBulkRequest>): Promise<FulfillmentReply>;
}

/** Build a response that makes the admin open a URL in a frame (FUL-2). */
export function link(url: string): FulfillmentReply {
  return { type: "link", url };
}

/**
 * Build a response that makes the admin show a message (FUL-3).
 * @param style with `error`, the message is shown as an error
 */
export function message(text: string, style?: string): FulfillmentReply {
  return style === undefined ? { type: "message", message: text } : { type: "message", message: text, style };
}
