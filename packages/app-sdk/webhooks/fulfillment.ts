import type { FulfillOne, FulfillReply, FulfillSeveral } from "@souk/contract";
import type { ShopClient } from "../shop-api/shop-client.ts";

/** What a logistics app answers to the Fulfill action: a page to open, or a message to show. */
export type FulfillmentReply = FulfillReply;

/** A merchant's Fulfill action (FUL-1). */
export interface FulfillmentRequest<Body> {
  shop: string;
  body: Body;
  api: ShopClient;
}

/** `single` for one order, `bulk` for several. Both are sent to the webhook URL. */
export interface FulfillmentHandlers {
  single?(request: FulfillmentRequest<FulfillOne>): Promise<FulfillmentReply>;
  bulk?(request: FulfillmentRequest<FulfillSeveral>): Promise<FulfillmentReply>;
}

/** The admin opens this address in a frame (FUL-2). */
export function link(url: string): FulfillmentReply {
  return { type: "link", url };
}

/**
 * The admin shows a message (FUL-3).
 * @param style `error` makes it an error
 */
export function message(text: string, style?: string): FulfillmentReply {
  return style === undefined ? { type: "message", message: text } : { type: "message", message: text, style };
}
