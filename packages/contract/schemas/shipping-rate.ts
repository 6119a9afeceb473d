import { Type } from "typebox";
import { id, moneyIn, moneyOut, shortText } from "./common.ts";
import { customerAddressInput } from "./customer-address.ts";

/** Most lines of a parcel that rates are asked for. */
const mostItems = 500;

const mostUnits = 1_000_000;
const mostGrams = 2_000_000_000;

/** A rate of an app for one parcel; an order keeps it as a shipping fee (ORD-3). */
const shippingRate = Type.Object({
  store_app_id: Type.String({
    description: "`<app_handle>-shipping-<rate_id>`, the rate_id being the id that the app gave the rate.",
  }),
  name: Type.String(),
  price: moneyOut,
  handling_fee: moneyOut,
  courier_name: Type.String(),
  courier_url: Type.String({ description: "An http or https address, or empty." }),
  remark: Type.String(),
  app_handle: Type.String(),
});

/** Why an app has not answered. */
const unansweredReasons = ["timeout", "unreachable", "not_200", "malformed", "busy", "paused"] as const;

const reason = Type.Enum([...unansweredReasons], {
  description:
    "timeout: no whole answer within 5 seconds; unreachable: no connection, or it broke off; not_200: another status; " +
    "malformed: no well-formed rates; busy: it was not asked, for all connections to it were in use; paused: it failed several times in a row and is only asked every few seconds.",
});

export const shippingRates = Type.Object({
  shipping_rates: Type.Array(shippingRate, { description: "By app, each app's in its own order." }),
  unanswered: Type.Array(Type.Object({ app_handle: Type.String(), reason }), {
    description:
      "Apps that did not answer this time. Rates that such an app has above are its last good ones for the same parcel.",
  }),
});

const item = Type.Object({
  variant_id: Type.Optional({
    ...id,
    description: "Left out for a custom item, which has a name and a price.",
  }),
  quantity: Type.Integer({ minimum: 1, maximum: mostUnits }),
  name: Type.Optional({ ...shortText, description: "Of a custom item." }),
  price: Type.Optional({
    ...moneyIn,
    description: "Of one unit of a custom item, in the parcel's currency.",
  }),
  grams: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: mostGrams,
      description: "Of one unit of a custom item; 0 when left out.",
    }),
  ),
});

/** The parcel that rates are asked for. */
export const shippingRateQuestion = Type.Object({
  destination: Type.Omit(customerAddressInput, ["is_default"]),
  origin_location_id: Type.Optional({
    ...id,
    description: "The location that it is sent from; the primary one when left out.",
  }),
  items: Type.Array(item, { minItems: 1, maxItems: mostItems }),
  cod: Type.Optional(
    Type.Boolean({
      description:
        "Whether it is paid on delivery: callbacks of shipping/list/cod are asked, else those of shipping/list/non_cod. " +
        "false when left out.",
    }),
  ),
  currency_code: Type.Optional(
    Type.String({
      maxLength: 3,
      description: "One of the store's currencies; its own when left out. Prices are converted by its rate.",
    }),
  ),
});
