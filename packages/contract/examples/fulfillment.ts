import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const sent_at = "2026-11-20T16:46:38.000+08:00";

/** A fulfillment as examples show it. */
const sent = {
  id: 1,
  order_id: 8000,
  fulfillment_order_id: 8000,
  location_id: 1,
  status: "in_transit",
  tracking_company: "Pos Laju",
  tracking_number: "EN123456789MY",
  tracking_url: "https://tracking.your-courier.com/EN123456789MY",
  service: "Next day",
  message: "Handed to the courier.",
  app_handle: "docs-app",
  consignment_note_url: "https://papers.your-courier.com/EN123456789MY.pdf",
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
    answer: { fulfillment: sent },
  },
  listOfOrder: { ...ofOrder, answer: listExample("fulfillments", sent) },
  countOfOrder: { ...ofOrder, answer: { count: 1 } },
  get: { ...one, answer: { fulfillment: sent } },
  list: { query: { status: "in_transit", sort: "id.asc" }, answer: listExample("fulfillments", sent) },
  count: { query: { status: "in_transit,out_for_delivery" }, answer: { count: 1 } },
  update: {
    ...one,
    body: { fulfillment: { courier: "Lebuh Express", status: "out_for_delivery" } },
    answer: { fulfillment: moved },
  },
  cancel: { ...one, answer: { fulfillment: { ...moved, status: "cancelled" } } },
} as const satisfies Record<string, Example>;
