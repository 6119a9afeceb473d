import { Type } from "typebox";
import { id, moneyAmount, moneyInput, shortText } from "./common.ts";
import { customerAddressInput } from "./customer-address.ts";

/** Maximum lines of a parcel. */
const maxParcelItems = 500;

/** Maximum quantity in a line. */
const maxUnits = 1_000_000;

/** Maximum weight of one unit of a custom item, in grams. */
const maxGrams = 2_000_000_000;

/** Shipping rate of an app for one parcel. An order stores it as a shipping fee (ORD-3). */
const shippingRate = Type.Object({
  store_app_id: Type.String({
    description: "`<app_handle>-shipping-<rate_id>`, where `rate_id` is the id that the app returned.",
  }),
  name: Type.String({ description: "Name shown to the customer." }),
  price: moneyAmount,
  handling_fee: moneyAmount,
  courier_name: Type.String({ description: "Name of the courier." }),
  courier_url: Type.String({ description: "An http or https URL, or empty." }),
  remark: Type.String({ description: "Remark shown to the customer; can be empty." }),
  app_handle: Type.String({ description: "Handle of the app." }),
});

/** Reasons why the platform got no valid rates from an app. */
const failureReasons = ["timeout", "unreachable", "not_200", "malformed", "busy", "paused"] as const;

const reason = Type.Enum([...failureReasons], {
  description:
    "timeout: there was no complete response within 5 seconds. unreachable: the connection could not be established or " +
    "was closed. not_200: the status was not 200. malformed: the rates are invalid. busy: no request was sent, because " +
    "all connections to the app are in use. paused: no request was sent, because the app failed several times in a row " +
    "and is called only every few seconds.",
});

export const shippingRates = Type.Object({
  shipping_rates: Type.Array(shippingRate, {
    description: "Rates, grouped by app. The rates of an app are in the order of its response.",
  }),
  unanswered: Type.Array(
    Type.Object({ app_handle: Type.String({ description: "Handle of the app." }), reason }),
    {
      description:
        "Apps that sent no valid rates for this request. Their rates in `shipping_rates` are their last valid rates for " +
        "the same parcel.",
    },
  ),
});

const item = Type.Object({
  variant_id: Type.Optional({
    ...id,
    description: "Id of the variant. Omit it for a custom item with a name and a price.",
  }),
  quantity: Type.Integer({ minimum: 1, maximum: maxUnits }),
  name: Type.Optional({ ...shortText, description: "Name of a custom item." }),
  price: Type.Optional({
    ...moneyInput,
    description: "Unit price of a custom item, in the parcel's currency.",
  }),
  grams: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxGrams,
      description: "Weight of one unit of a custom item in grams. Defaults to 0.",
    }),
  ),
});

/** Parcel for which shipping rates are requested. */
export const shippingRateInput = Type.Object({
  destination: Type.Omit(customerAddressInput, ["is_default"]),
  origin_location_id: Type.Optional({
    ...id,
    description: "Location that ships the parcel. Defaults to the primary location.",
  }),
  items: Type.Array(item, { minItems: 1, maxItems: maxParcelItems }),
  cod: Type.Optional(
    Type.Boolean({
      description:
        "Whether the parcel is paid for on delivery. `true` requests rates from callbacks of shipping/list/cod, `false` " +
        "from callbacks of shipping/list/non_cod. Defaults to `false`.",
    }),
  ),
  currency_code: Type.Optional(
    Type.String({
      maxLength: 3,
      description:
        "One of the store's currencies. Defaults to the default currency. Prices are converted with this currency's rate.",
    }),
  ),
});
