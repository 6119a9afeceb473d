import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const created_at = "2026-11-18T09:15:04.120+08:00";
const expected_at = "2026-11-27T10:00:00.000+08:00";

const line = {
  id: 1,
  variant_id: 2,
  product_name: "Rattan tray",
  variant_name: "S",
  sku: "TRAY-S",
  quantity: 24,
  received_quantity: 0,
};

const purchaseOrder = {
  id: 1,
  number: "PO-1001",
  status: "ordered",
  supplier_name: "Sungai Craft",
  location_id: 1,
  location_name: "Main location",
  expected_at,
  note: "",
  currency_code: "MYR",
  line_items: [{ ...line, cost_price: "21.00" }],
  ordered_at: created_at,
  received_at: null,
  cancelled_at: null,
  created_at,
  updated_at: created_at,
};

const transfer = {
  id: 1,
  number: "TR-1001",
  status: "in_transit",
  from_location_id: 1,
  from_location_name: "Main location",
  to_location_id: 2,
  to_location_name: "Penang shop",
  expected_at,
  note: "",
  line_items: [{ ...line, quantity: 6 }],
  sent_at: created_at,
  received_at: null,
  cancelled_at: null,
  created_at,
  updated_at: created_at,
};

const changed_at = "2026-11-20T16:46:38.000+08:00";

const partiallyReceivedOrder = {
  ...purchaseOrder,
  status: "partially_received",
  line_items: [{ ...line, received_quantity: 20, cost_price: "21.00" }],
  updated_at: changed_at,
};

const partiallyReceivedTransfer = {
  ...transfer,
  status: "partially_received",
  line_items: [{ ...line, quantity: 6, received_quantity: 4 }],
  updated_at: changed_at,
};

const byId = { params: { id: 1 } };

export const purchaseOrderExamples = {
  list: {
    query: { status: "ordered,partially_received", location_ids: "1", sort: "expected_at.asc" },
    response: buildCursorListResponse("purchase_orders", purchaseOrder),
  },
  count: { query: { status: "ordered,partially_received" }, response: { count: 1 } },
  get: { ...byId, response: { purchase_order: purchaseOrder } },
  create: {
    body: {
      purchase_order: {
        status: "ordered",
        supplier_name: "Sungai Craft",
        location_id: 1,
        expected_at: "2026-11-27 10:00:00",
        line_items: [{ variant_id: 2, quantity: 24, cost_price: "21.00" }],
      },
    },
    response: { purchase_order: purchaseOrder },
  },
  update: {
    ...byId,
    body: { purchase_order: { line_items: [{ id: 1, quantity: 30 }] } },
    response: {
      purchase_order: {
        ...purchaseOrder,
        line_items: [{ ...line, quantity: 30, cost_price: "21.00" }],
        updated_at: changed_at,
      },
    },
  },
  receive: {
    ...byId,
    body: { line_items: [{ id: 1, quantity: 20 }] },
    response: { purchase_order: partiallyReceivedOrder },
  },
  cancel: {
    ...byId,
    response: {
      purchase_order: { ...partiallyReceivedOrder, status: "cancelled", cancelled_at: changed_at },
    },
  },
  delete: { ...byId, response: {} },
} as const satisfies Record<string, Example>;

export const transferExamples = {
  list: {
    query: { status: "in_transit,partially_received", location_ids: "2" },
    response: buildCursorListResponse("transfers", transfer),
  },
  count: { query: { location_ids: "2" }, response: { count: 1 } },
  get: { ...byId, response: { transfer } },
  create: {
    body: {
      transfer: {
        status: "in_transit",
        from_location_id: 1,
        to_location_id: 2,
        expected_at: "2026-11-27T10:00:00+08:00",
        line_items: [{ variant_id: 2, quantity: 6 }],
      },
    },
    response: { transfer },
  },
  update: {
    ...byId,
    body: { transfer: { note: "Two cartons" } },
    response: { transfer: { ...transfer, note: "Two cartons", updated_at: changed_at } },
  },
  receive: {
    ...byId,
    body: { line_items: [{ id: 1, quantity: 4 }] },
    response: { transfer: partiallyReceivedTransfer },
  },
  cancel: {
    ...byId,
    response: { transfer: { ...partiallyReceivedTransfer, status: "cancelled", cancelled_at: changed_at } },
  },
  delete: { ...byId, response: {} },
} as const satisfies Record<string, Example>;
