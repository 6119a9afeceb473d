import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const at = "2026-11-20T16:46:38.000+08:00";

const order = { order_id: 9100 };
const params = { ...order, id: 1 };

const refund = {
  id: 1,
  order_id: 9100,
  status: "created",
  amount: "12.00",
  currency_code: "MYR",
  note: "One came broken.",
  reference_number: "RF-118",
  restock_items: [{ line_item_id: 9100, quantity: 1, location_id: 1, is_reverted: false }],
  transaction_id: 3,
  created_at: at,
  updated_at: at,
};

/** Examples of refunds, in the order in which they run. */
export const refundExamples = {
  create: {
    params: order,
    body: {
      refund: {
        amount: "12.00",
        note: "One came broken.",
        restock_items: [{ line_item_id: 9100, quantity: 1 }],
        reference_number: "RF-118",
      },
    },
    response: { refund },
  },
  list: { params: order, response: listExample("refunds", refund) },
  count: { params: order, response: { count: 1 } },
  get: { params, response: { refund } },
  cancel: {
    params,
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
