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
      "Only those in these states, separated by commas: draft, ordered, partially_received, received, cancelled.",
  },
  location_ids: { kind: "ids", description: "Only those that come to these locations." },
  supplier: {
    kind: "text",
    maxLength: 255,
    description: "Only those whose supplier_name holds this text; case does not count.",
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Only those where every one of these words stands in the number, the supplier's name, the note, or a line's SKU or names.",
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
        "A draft, or with status ordered an order that is placed at once: then its units are incoming at its location (INV-4).",
      topics: ["purchase_order/create"],
      clauses: ["INV-4", "WHK-9"],
    },
    update: {
      summary: "Change a purchase order, or place it",
      description:
        "Only the fields that are sent are changed; what is already as asked changes nothing and sends nothing. A draft is " +
        "placed with status ordered; every other state is reached by receiving and cancelling. While it is open, changed " +
        "lines move what is incoming by the difference (INV-4), and when they leave nothing to come it is received. " +
        "Once it is ordered its location and currency are fixed; once it is received or cancelled only its note can be changed (409).",
      topics: ["purchase_order/update"],
      clauses: ["INV-4", "WHK-9"],
    },
    receive: {
      summary: "Receive units of a purchase order",
      description:
        "Takes the units from what is incoming and adds them to what is available at its location (INV-4). More than is left " +
        "on a line is refused, naming the line, and nothing is received. Units of a variant that was deleted are counted and " +
        "move no stock. A draft and a cancelled order receive nothing (409).",
      topics: ["purchase_order/update", ...stockTopics],
      clauses: ["INV-4", "WHK-9"],
    },
    cancel: {
      summary: "Cancel a purchase order",
      description:
        "What had not come is no longer incoming (INV-4); what had come stays in stock. Final. A received order cannot be cancelled (409).",
      topics: ["purchase_order/update"],
      clauses: ["INV-4", "WHK-9"],
    },
    delete: {
      summary: "Delete a purchase order",
      description: "Only a draft or a cancelled one; the ledger keeps its movements. No topic tells of it.",
      clauses: [],
    },
  },
});

/** In the order of the reference, which is that in which their examples run. */
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
