import type { Example } from "../operation.ts";
import { getExampleValues } from "../schemas/field-table.ts";
import { fulfillmentFields } from "../schemas/fulfillment-fields.ts";
import { buildListResponse } from "./list.ts";

const sent_at = "2026-11-20T16:46:38.000+08:00";

const fulfillment = {
  id: 1,
  order_id: 8000,
  fulfillment_order_id: 8000,
  location_id: 1,
  status: "in_transit",
  ...getExampleValues(fulfillmentFields),
  line_items: [{ id: 8000, quantity: 1, name: "Rattan tray" }],
  created_at: sent_at,
  updated_at: sent_at,
};

const updatedFulfillment = {
  ...fulfillment,
  status: "out_for_delivery",
  tracking_company: "Lebuh Express",
  updated_at: "2026-11-21T08:12:04.000+08:00",
};

const byOrder = { params: { order_id: 8000 } };
const byId = { params: { order_id: 8000, id: 1 } };

export const fulfillmentExamples = {
  create: {
    ...byOrder,
    body: {
      fulfillment: {
        tracking_company: "Pos Laju",
        tracking_number: "EN123456789MY",
        tracking_url: "https://tracking.your-courier.com/EN123456789MY",
        status: "in_transit",
        service: "Next day",
        message: "Handed to the courier.",
        is_mail: 1,
        consignment_note_url: "https://papers.your-courier.com/EN123456789MY.pdf",
        fulfillment_order: {
          fulfillment_order_id: 8000,
          line_items: [{ id: 8000, quantity: 1, name: "Rattan tray", fulfillment_order_item_id: 8000 }],
        },
      },
    },
    response: { fulfillment },
  },
  listOfOrder: { ...byOrder, response: buildListResponse("fulfillments", fulfillment) },
  countOfOrder: { ...byOrder, response: { count: 1 } },
  get: { ...byId, response: { fulfillment } },
  list: {
    query: { status: "in_transit", sort: "id.asc" },
    response: buildListResponse("fulfillments", fulfillment),
  },
  count: { query: { status: "in_transit,out_for_delivery" }, response: { count: 1 } },
  update: {
    ...byId,
    body: { fulfillment: { courier: "Lebuh Express", status: "out_for_delivery" } },
    response: { fulfillment: updatedFulfillment },
  },
  cancel: { ...byId, response: { fulfillment: { ...updatedFulfillment, status: "cancelled" } } },
} as const satisfies Record<string, Example>;
