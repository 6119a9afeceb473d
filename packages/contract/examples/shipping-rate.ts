import type { Example } from "../operation.ts";
import { homeInput } from "./customer-address.ts";

export const listShippingRatesExample = {
  body: {
    shipping_rate: {
      destination: homeInput,
      items: [
        { variant_id: 1, quantity: 2 },
        { name: "Gift box", quantity: 1, price: "5.00", grams: 120 },
      ],
    },
  },
  response: {
    shipping_rates: [
      {
        // The interface calls the id of a rate store_app_id (ORD-3).
        store_app_id: "parcel-hub-shipping-next-day",
        name: "Next day",
        price: "12.00",
        handling_fee: "1.50",
        courier_name: "Kilat Express",
        courier_url: "https://kilat.my",
        remark: "Before noon on working days",
        app_handle: "parcel-hub",
      },
    ],
    unanswered: [],
  },
} satisfies Example;
