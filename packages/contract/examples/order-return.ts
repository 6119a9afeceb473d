import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const requested_at = "2026-11-20T16:46:38.000+08:00";

const line = {
  id: 1,
  line_item_id: 9000,
  name: "Rattan tray",
  quantity: 1,
  reason: "The weave is torn.",
  restock: false,
  location_id: 1,
};

const requestedReturn = {
  id: 1,
  order_id: 9000,
  status: "requested",
  note: "",
  refund_id: null,
  return_line_items: [line],
  created_at: requested_at,
  updated_at: requested_at,
};

const secondReturn = {
  ...requestedReturn,
  id: 9000,
  return_line_items: [{ ...line, id: 9000, reason: "", restock: true }],
};

const byId = (id: number) => ({ params: { id } });

export const orderReturnExamples = {
  create: {
    params: { order_id: 9000 },
    body: {
      order_return: {
        return_line_items: [
          { line_item_id: 9000, quantity: 1, reason: "The weave is torn.", restock: false },
        ],
      },
    },
    response: { order_return: requestedReturn },
  },
  list: {
    query: { order_id: "9000", status: "requested,accepted" },
    response: buildCursorListResponse("order_returns", requestedReturn),
  },
  count: { query: { status: "requested" }, response: { count: 1 } },
  get: { ...byId(1), response: { order_return: requestedReturn } },
  update: {
    ...byId(1),
    body: { order_return: { note: "By post." } },
    response: { order_return: { ...requestedReturn, note: "By post." } },
  },
  accept: {
    ...byId(1),
    response: { order_return: { ...requestedReturn, note: "By post.", status: "accepted" } },
  },
  complete: {
    ...byId(1),
    response: { order_return: { ...requestedReturn, note: "By post.", status: "completed" } },
  },
  cancel: { ...byId(9000), response: { order_return: { ...secondReturn, status: "cancelled" } } },
} as const satisfies Record<string, Example>;
