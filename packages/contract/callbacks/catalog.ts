import type { TSchema } from "typebox";
import { homeDestination } from "../examples/customer-address.ts";
import type { callbackTopics } from "../schemas/customization.ts";
import { fulfillLimits } from "../schemas/fulfillment-request.ts";
import type { FulfillmentTopic } from "../schemas/fulfillment-url.ts";
import { fulfillBulkRequest, fulfillResponse, fulfillSingleRequest } from "./fulfillment.ts";
import { rateRequest, rateResponse, shippingRateLimits } from "./shipping-rates.ts";

/** A request that the platform sends to an app while a person waits for the response. */
export interface CallbackDescription {
  /** The event that causes the request, as a sentence without a period. */
  description: string;
  /** User-Agent of the request. */
  userAgent: string;
  /** Time limit in seconds, including the connection. */
  timeoutSeconds: number;
  /** Maximum bytes read of the response. */
  maxResponseBytes: number;
  request: TSchema;
  response: TSchema;
  example: { request: unknown; response: unknown };
}

const fulfillCallback = {
  userAgent: "Souk-Fulfillment/1",
  timeoutSeconds: fulfillLimits.seconds,
  maxResponseBytes: fulfillLimits.bytes,
  response: fulfillResponse,
} as const;

const ratesCallback = {
  userAgent: "Souk-Rates/1",
  timeoutSeconds: shippingRateLimits.seconds,
  maxResponseBytes: shippingRateLimits.bytes,
  request: rateRequest,
  response: rateResponse,
} as const;

const parcel = {
  destination: homeDestination,
  origin: {
    ...homeDestination,
    first_name: "",
    last_name: "",
    company: "Kedai Rotan",
    address1: "88 Lebuh Chulia",
  },
  items: [
    {
      product_id: 1,
      variant_id: 1,
      name: "Rattan tray",
      sku: "TRAY",
      quantity: 2,
      grams: 640,
      width: 30.5,
      height: null,
      length: null,
      price: "42.00",
      shipping_required: true,
    },
  ],
  currency: "MYR",
  subtotal: "84.00",
};

const buildRatesExample = (...rates: object[]) => ({ request: parcel, response: { rate: rates } });
const standardRate = { id: "standard", name: "Standard", shipping_charge: "8.00", courier_name: "Pos Kilat" };

/** Callbacks by topic. Each is a signed POST request. Only a response with status 200 is accepted. */
export const callbacks = {
  "fulfillment/single": {
    ...fulfillCallback,
    description: "A merchant fulfills an order with the app",
    request: fulfillSingleRequest,
    example: {
      request: { id: 17, fulfillment_order_id: 4 },
      response: { type: "link", url: "https://parcels.souk-app.dev/new?order=17" },
    },
  },
  "fulfillment/bulk": {
    ...fulfillCallback,
    description: "A merchant fulfills several orders with the app",
    request: fulfillBulkRequest,
    example: {
      request: { ids: [17, 18] },
      response: { type: "message", message: "Two parcels have been booked.", style: "success" },
    },
  },
  "shipping/list/cod": {
    ...ratesCallback,
    description: "Shipping rates are requested for a parcel with cash on delivery",
    example: buildRatesExample({ ...standardRate, handling_fee: "3.50" }),
  },
  "shipping/list/non_cod": {
    ...ratesCallback,
    description: "Shipping rates are requested for any other parcel",
    example: buildRatesExample(standardRate, {
      id: 2,
      name: "Next day",
      shipping_charge: 15,
      remark: "Before noon",
    }),
  },
} as const satisfies Record<FulfillmentTopic | (typeof callbackTopics)[number], CallbackDescription>;
