import { purchaseOrderExamples } from "../examples/purchasing.ts";
import { purchaseOrder, purchaseOrderCreate, purchaseOrderUpdate } from "../schemas/purchasing.ts";
import { documentFilters } from "./document-filters.ts";
import { createDocumentOperations } from "./document-operations.ts";

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
    description: "Returns purchase orders with one of these locations. Comma-separated ids.",
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
      "Returns purchase orders with every word of this text (case-insensitive) in their number, supplier name or note, " +
      "or in the SKU or names of their lines.",
  },
} as const;

const purchaseOrders = createDocumentOperations({
  plural: "purchase_orders",
  singular: "purchase_order",
  filters,
  record: purchaseOrder,
  create: purchaseOrderCreate,
  update: purchaseOrderUpdate,
  examples: purchaseOrderExamples,
  operationDetails: {
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
        "Creates a draft. If `status` is `ordered`, the purchase order is placed and its units become incoming at " +
        "its location.",
      topics: ["purchase_order/create"],
      clauses: ["INV-4", "WHK-9"],
    },
    update: {
      summary: "Update a purchase order",
      description:
        "Omitted fields are left unchanged; an update without changes emits no event. To place a draft, set " +
        "`status` to `ordered`. All other statuses result from receiving and canceling. While the purchase order is " +
        "open, changed line items adjust incoming stock by the difference. If no units remain to be received, its " +
        "status becomes `received`. After it is placed, its location and currency cannot be changed. After it is " +
        "received or canceled, only `note` can be changed (409).",
      topics: ["purchase_order/update"],
      clauses: ["INV-4", "WHK-9"],
    },
    receive: {
      summary: "Receive a purchase order",
      description:
        "Moves units from incoming to available stock at the location. If a quantity is larger than the remaining " +
        "units of its line, the request is rejected and nothing is received. Units of a deleted variant are added to " +
        "`received_quantity` but do not change stock. A draft or canceled purchase order cannot be received (409).",
      topics: ["purchase_order/update", ...stockTopics],
      clauses: ["INV-4", "WHK-9"],
    },
    cancel: {
      summary: "Cancel a purchase order",
      description:
        "Canceling is final. Units that have not been received are no longer incoming; received units stay in stock. A " +
        "received purchase order cannot be canceled (409).",
      topics: ["purchase_order/update"],
      clauses: ["INV-4", "WHK-9"],
    },
    delete: {
      summary: "Delete a purchase order",
      description:
        "Only a draft or canceled purchase order can be deleted (409). Its inventory movements are kept. Emits no " +
        "event.",
      clauses: [],
    },
  },
});

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const purchaseOrderOperations = {
  createPurchaseOrder: purchaseOrders.create,
  listPurchaseOrders: purchaseOrders.list,
  countPurchaseOrders: purchaseOrders.count,
  getPurchaseOrder: purchaseOrders.get,
  updatePurchaseOrder: purchaseOrders.update,
  receivePurchaseOrder: purchaseOrders.receive,
  cancelPurchaseOrder: purchaseOrders.cancel,
  deletePurchaseOrder: purchaseOrders.delete,
} as const;
