import { purchaseOrderExamples } from "../examples/purchasing.ts";
import { purchaseOrder, purchaseOrderCreate, purchaseOrderUpdate } from "../schemas/purchasing.ts";
import { documentFilters } from "./document-filters.ts";
import { documentOperations } from "./document-operations.ts";

const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"] as const;

const filters = {
  ...documentFilters,
  status: {
    kind: "texts",
    description:
      "Returns purchase orders in these statuses, separated by commas: draft, ordered, partially_received, " +
      "received, cancelled.",
  },
  location_ids: {
    kind: "ids",
    description: "Returns purchase orders to these locations. Comma-separated ids.",
  },
  supplier: {
    kind: "text",
    maxLength: 255,
    description: "Returns purchase orders whose `supplier_name` contains this text (case-insensitive).",
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Matches purchase orders whose number, supplier name, note, or a line's SKU or names contain every word " +
      "(case-insensitive).",
  },
} as const;

const orders = documentOperations({
  plural: "purchase_orders",
  singular: "purchase_order",
  filters,
  record: purchaseOrder,
  create: purchaseOrderCreate,
  update: purchaseOrderUpdate,
  examples: purchaseOrderExamples,
  words: {
    list: {
      summary: "List purchase orders",
      clauses: [],
    },
    count: {
      summary: "Count purchase orders",
      clauses: [],
    },
    get: {
      summary: "Get a purchase order",
      clauses: ["WHK-14"],
    },
    create: {
      summary: "Create a purchase order",
      description:
        'Creates a draft, or with `status: "ordered"` a placed purchase order whose units are incoming at its ' +
        "location.",
      topics: ["purchase_order/create"],
      clauses: ["INV-4", "WHK-9"],
    },
    update: {
      summary: "Update a purchase order",
      description:
        'Omitted fields are left unchanged; an update without changes emits no event. `status: "ordered"` places a ' +
        "draft; all other statuses are reached by receiving and cancelling. While the purchase order is open, " +
        "changed line items adjust incoming stock by the difference; if they leave nothing to receive, its status " +
        "becomes `received`. After it is ordered, its location and currency are fixed. After it is received or " +
        "cancelled, only `note` can be changed (409).",
      topics: ["purchase_order/update"],
      clauses: ["INV-4", "WHK-9"],
    },
    receive: {
      summary: "Receive a purchase order",
      description:
        "Moves units from incoming to available stock at the location. A quantity larger than the remaining units of a line is " +
        "rejected and nothing is received. Units of a deleted variant are counted but change no stock. A draft or " +
        "cancelled purchase order cannot receive units (409).",
      topics: ["purchase_order/update", ...stockTopics],
      clauses: ["INV-4", "WHK-9"],
    },
    cancel: {
      summary: "Cancel a purchase order",
      description:
        "Cancelling is final. Units not yet received are no longer incoming; received units stay in stock. A " +
        "received purchase order cannot be cancelled (409).",
      topics: ["purchase_order/update"],
      clauses: ["INV-4", "WHK-9"],
    },
    delete: {
      summary: "Delete a purchase order",
      description:
        "Deletes a draft or cancelled purchase order; others are rejected with 409. Its inventory movements are " +
        "kept. Emits no event.",
      clauses: [],
    },
  },
});

/** Operations in reference order, which is the order in which their examples run. */
export const purchaseOrderOperations = {
  createPurchaseOrder: orders.create,
  listPurchaseOrders: orders.list,
  countPurchaseOrders: orders.count,
  getPurchaseOrder: orders.get,
  updatePurchaseOrder: orders.update,
  receivePurchaseOrder: orders.receive,
  cancelPurchaseOrder: orders.cancel,
  deletePurchaseOrder: orders.delete,
} as const;
