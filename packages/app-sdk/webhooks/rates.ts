import type { AppRate, RateRequestBody } from "@souk/contract";
import type { StoreClient } from "../store-api/store-client.ts";

/** For each topic of rate requests, whether the parcel is paid on delivery. */
export const rateTopics = { "shipping/list/cod": true, "shipping/list/non_cod": false } as const;

/** A topic of rate requests. */
export type RateTopic = keyof typeof rateTopics;

/** A store's request for the rates of a parcel. */
export interface RateRequest {
  shop: string;
  /** Whether the parcel is paid on delivery. */
  cod: boolean;
  parcel: RateRequestBody;
  api: StoreClient;
}

/** A handler that returns the app's rates for a parcel, or an empty list if it has none. */
export type RateHandler = (request: RateRequest) => Promise<readonly AppRate[]> | readonly AppRate[];

/** Return whether a topic is a topic of rate requests. */
export function isRateTopic(topic: string): topic is RateTopic {
  return Object.hasOwn(rateTopics, topic);
}
