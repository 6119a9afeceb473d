import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const timestamp = "2026-11-20T16:46:38.000+08:00";

const orderParams = { order_id: 9100 };
const refundParams = { ...orderParams, id: 1 };

const refund = {
  id: 1,
  order_id: 9100,
  status: "created",
  amount: "12.00",
  currency_code: "MYR",
  note: "One arrived broken.",
  reference_number: "RF-118",
  restock_items: [{ line_item_id: 9100, quantity: 1, location_id: 1, is_reverted: false }],
  transaction_id: 3,
  created_at: timestamp,
  updated_at: timestamp,
};

/** Examples of refunds, in the order in which they run. */
export const refundExamples = {
  create: {
    params: orderParams,
    body: {
      refund: {
        amount: "12.00",
        note: "One arrived broken.",
        restock_items: [{ line_item_id: 9100, quantity: 1 }],
        reference_number: "RF-118",
      },
    },
    response: { refund },
  },
  list: { params: orderParams, response: buildListResponse("refunds", refund) },
  count: { params: orderParams, response: { count: 1 } },
  get: { params: refundParams, response: { refund } },
  cancel: {
    params: refundParams,
    body: { refund: { is_revert_restock: true } },
    response: {
      refund: {
        ...refund,
        status: "cancelled",
        restock_items: [{ line_item_id: 9100, quantity: 1, location_id: 1, is_reverted: true }],
      },
    },
  },
} as const satisfies Record<string, Example>;
