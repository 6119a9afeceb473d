import type { Example } from "../operation.ts";
import { exampleValues } from "../schemas/field-table.ts";
import { fulfillmentFields } from "../schemas/fulfillment-fields.ts";
import { listExample } from "./list.ts";

const sent_at = "2026-11-20T16:46:38.000+08:00";

/** Fulfillment as shown in examples. */
const sent = {
  id: 1,
  order_id: 8000,
  fulfillment_order_id: 8000,
  location_id: 1,
  status: "in_transit",
  ...exampleValues(fulfillmentFields),
  line_items: [{ id: 8000, quantity: 1, name: "Rattan tray" }],
  created_at: sent_at,
  updated_at: sent_at,
};

const moved = {
  ...sent,
  status: "out_for_delivery",
  tracking_company: "Lebuh Express",
  updated_at: "2026-11-21T08:12:04.000+08:00",
};

const ofOrder = { params: { order_id: 8000 } };
const one = { params: { order_id: 8000, id: 1 } };

export const fulfillmentExamples = {
  create: {
    ...ofOrder,
    body: {
      fulfillment: {
        tracking_company: "Pos Laju",
        tracking_number: "EN123456789MY",
        tracking_url: "https://tracking.your-courier.com/EN123456789MY",
        status: "in_transit",
        service: "Next day",
        message: "Handed to the courier.",
        is_mail: 1,
        app_handle: "docs-app",
        consignment_note_url: "https://papers.your-courier.com/EN123456789MY.pdf",
        fulfillment_order: {
          fulfillment_order_id: 8000,
          line_items: [{ id: 8000, quantity: 1, name: "Rattan tray", fulfillment_order_item_id: 8000 }],
        },
      },
    },
    response: { fulfillment: sent },
  },
  listOfOrder: { ...ofOrder, response: listExample("fulfillments", sent) },
  countOfOrder: { ...ofOrder, response: { count: 1 } },
  get: { ...one, response: { fulfillment: sent } },
  list: { query: { status: "in_transit", sort: "id.asc" }, response: listExample("fulfillments", sent) },
  count: { query: { status: "in_transit,out_for_delivery" }, response: { count: 1 } },
  update: {
    ...one,
    body: { fulfillment: { courier: "Lebuh Express", status: "out_for_delivery" } },
    response: { fulfillment: moved },
  },
  cancel: { ...one, response: { fulfillment: { ...moved, status: "cancelled" } } },
} as const satisfies Record<string, Example>;
