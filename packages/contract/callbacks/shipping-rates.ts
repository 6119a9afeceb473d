import type { BodyOf } from "../operation.ts";
import type { shippingRateOperations } from "../operations/shipping-rates.ts";

/** An address of a parcel; what is not known is empty, or null. */
export type ParcelAddress = Required<BodyOf<typeof shippingRateOperations.listShippingRates>["destination"]>;

/** One line of a parcel. Prices, weights and sizes are of one unit. */
export interface ParcelItem {
  /** Null for a custom item, as the variant is. */
  product_id: number | null;
  variant_id: number | null;
  name: string;
  sku: string;
  quantity: number;
  grams: number;
  width: number | null;
  height: number | null;
  length: number | null;
  /** With the decimals of the parcel's currency. */
  price: string;
  shipping_required: boolean;
}

/** What an app's callback of shipping/list/cod and shipping/list/non_cod is sent. */
export interface RateQuestion {
  destination: ParcelAddress;
  origin: ParcelAddress;
  items: readonly ParcelItem[];
  /** ISO 4217; of every amount, and of those in the answer. */
  currency: string;
  subtotal: string;
}

/** One rate of the answer, `{"rate": [{id, name, …}]}`. */
export interface AppRate {
  /** The app's own; an order keeps it as `<app_handle>-shipping-<id>` (ORD-3). */
  id: string | number;
  name: string;
  /** With no more decimals than the currency has. */
  shipping_charge: string | number;
  handling_fee?: string | number;
  remark?: string;
  courier_name?: string;
  /** http or https. */
  courier_url?: string;
}
