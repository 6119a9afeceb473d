import type { AppRate, RateQuestion } from "@souk/contract";
import type { ShopClient } from "../shop-api/shop-client.ts";

/** The topics under which a shop asks for rates, and whether the parcel is paid on delivery. */
export const rateTopics = { "shipping/list/cod": true, "shipping/list/non_cod": false } as const;

export type RateTopic = keyof typeof rateTopics;

/** A shop's question for the rates of a parcel. */
export interface RateRequest {
  shop: string;
  /** Whether the parcel is paid on delivery. */
  cod: boolean;
  parcel: RateQuestion;
  api: ShopClient;
}

/** Answers the rates for a parcel; an empty list where there are none. */
export type RateHandler = (request: RateRequest) => Promise<readonly AppRate[]> | readonly AppRate[];

export function isRateTopic(topic: string): topic is RateTopic {
  return Object.hasOwn(rateTopics, topic);
}
