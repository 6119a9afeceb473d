import type { TSchema } from "typebox";
import { homeParcel } from "../examples/customer-address.ts";
import type { curlTopics } from "../schemas/customisation.ts";
import { fulfillLimits } from "../schemas/fulfillment-request.ts";
import type { FulfillmentTopic } from "../schemas/fulfillment-url.ts";
import { fulfillOne, fulfillReply, fulfillSeveral } from "./fulfillment.ts";
import { rateAnswer, rateLimits, rateQuestion } from "./shipping-rates.ts";

/** What the platform asks an app while somebody waits for its answer. */
export interface CallbackDescription {
  /** When it is asked, as a sentence without its end. */
  asked: string;
  /** Its User-Agent. */
  agent: string;
  /** So long an answer is waited for, connecting included. */
  seconds: number;
  /** The most bytes that are read of an answer. */
  bytes: number;
  question: TSchema;
  answer: TSchema;
  example: { question: unknown; answer: unknown };
}

const fulfill = {
  agent: "Souk-Fulfillment/1",
  seconds: fulfillLimits.seconds,
  bytes: fulfillLimits.bytes,
  answer: fulfillReply,
} as const;

const rates = {
  agent: "Souk-Rates/1",
  seconds: rateLimits.seconds,
  bytes: rateLimits.bytes,
  question: rateQuestion,
  answer: rateAnswer,
} as const;

const parcel = {
  destination: homeParcel,
  origin: {
    ...homeParcel,
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

const ratesOf = (...rate: object[]) => ({ question: parcel, answer: { rate } });
const standard = { id: "standard", name: "Standard", shipping_charge: "8.00", courier_name: "Pos Kilat" };

/** Everything that apps are asked, by its topic; each is a signed POST, and only 200 is an answer. */
export const callbacks = {
  "fulfillment/single": {
    ...fulfill,
    asked: "A merchant hands an order to the app",
    question: fulfillOne,
    example: {
      question: { id: 17, fulfillment_order_id: 4 },
      answer: { type: "link", url: "https://parcels.souk-app.dev/new?order=17" },
    },
  },
  "fulfillment/bulk": {
    ...fulfill,
    asked: "A merchant hands several orders to the app",
    question: fulfillSeveral,
    example: {
      question: { ids: [17, 18] },
      answer: { type: "message", message: "Two parcels are booked.", style: "success" },
    },
  },
  "shipping/list/cod": {
    ...rates,
    asked: "Somebody wants rates for a parcel that is paid on delivery",
    example: ratesOf({ ...standard, handling_fee: "3.50" }),
  },
  "shipping/list/non_cod": {
    ...rates,
    asked: "Somebody wants rates for any other parcel",
    example: ratesOf(standard, { id: 2, name: "Next day", shipping_charge: 15, remark: "Before noon" }),
  },
} as const satisfies Record<FulfillmentTopic | (typeof curlTopics)[number], CallbackDescription>;
