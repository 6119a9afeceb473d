import type { Example } from "../operation.ts";
import { cursorListExample } from "./list.ts";

const asked_at = "2026-11-20T16:46:38.000+08:00";

const line = {
  id: 1,
  line_item_id: 9000,
  name: "Rattan tray",
  quantity: 1,
  reason: "The weave is torn.",
  restock: false,
  location_id: 1,
};

const requested = {
  id: 1,
  order_id: 9000,
  status: "requested",
  note: "",
  refund_id: null,
  return_line_items: [line],
  created_at: asked_at,
  updated_at: asked_at,
};

const other = {
  ...requested,
  id: 9000,
  return_line_items: [{ ...line, id: 9000, reason: "", restock: true }],
};

const of = (id: number) => ({ params: { id } });

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
    response: { order_return: requested },
  },
  list: {
    query: { order_id: "9000", status: "requested,accepted" },
    response: cursorListExample("order_returns", requested),
  },
  count: { query: { status: "requested" }, response: { count: 1 } },
  get: { ...of(1), response: { order_return: requested } },
  update: {
    ...of(1),
    body: { order_return: { note: "By post." } },
    response: { order_return: { ...requested, note: "By post." } },
  },
  accept: { ...of(1), response: { order_return: { ...requested, note: "By post.", status: "accepted" } } },
  complete: { ...of(1), response: { order_return: { ...requested, note: "By post.", status: "completed" } } },
  cancel: { ...of(9000), response: { order_return: { ...other, status: "cancelled" } } },
} as const satisfies Record<string, Example>;
