import { Type } from "typebox";
import { purchaseOrderExamples } from "../examples/purchasing.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import {
  documentReceive,
  purchaseOrder,
  purchaseOrderCreate,
  purchaseOrderUpdate,
} from "../schemas/purchasing.ts";
import { documentFilters, documentSort } from "./document-filters.ts";

const wrapped = Type.Object({ purchase_order: purchaseOrder });
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

const read = {
  surface: "4.0",
  caller: "token",
  scopes: [["read_purchasing"]],
  method: "GET",
  badge: "decided",
} as const;

const listPurchaseOrders = operation({
  ...read,
  id: "purchase_orders.list",
  path: "/purchase_orders.json",
  params: noParams,
  query: { ...cursorListParameters, ...filters, sort: documentSort },
  answer: cursorListOf("purchase_orders", purchaseOrder),
  refusals: ["invalid"],
  summary: "List purchase orders",
  clauses: [],
  example: purchaseOrderExamples.list,
});

const countPurchaseOrders = operation({
  ...read,
  id: "purchase_orders.count",
  path: "/purchase_orders/count.json",
  params: noParams,
  query: { ...filters, ids: listParameters.ids },
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count purchase orders",
  clauses: [],
  example: purchaseOrderExamples.count,
});

const getPurchaseOrder = operation({
  ...read,
  id: "purchase_orders.get",
  path: "/purchase_orders/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get a purchase order",
  clauses: ["WHK-14"],
  example: purchaseOrderExamples.get,
});

const write = {
  surface: "4.0",
  caller: "token",
  scopes: [["write_purchasing"]],
  query: {},
  wrapper: "purchase_order",
  badge: "decided",
} as const;

const createPurchaseOrder = operation({
  ...write,
  id: "purchase_orders.create",
  method: "POST",
  path: "/purchase_orders.json",
  params: noParams,
  body: purchaseOrderCreate,
  answer: wrapped,
  refusals: ["invalid"],
  topics: ["purchase_order/create"],
  summary: "Create a purchase order",
  description:
    "A draft, or with status ordered an order that is placed at once: then its units are incoming at its location (INV-4).",
  clauses: ["INV-4", "WHK-9"],
  example: purchaseOrderExamples.create,
});

const updatePurchaseOrder = operation({
  ...write,
  id: "purchase_orders.update",
  method: "PUT",
  path: "/purchase_orders/:id.json",
  params: idParam,
  body: purchaseOrderUpdate,
  answer: wrapped,
  refusals: ["not_found", "invalid", "conflict"],
  topics: ["purchase_order/update"],
  summary: "Change a purchase order, or place it",
  description:
    "Only the fields that are sent are changed; what is already as asked changes nothing and sends nothing. A draft is " +
    "placed with status ordered; every other state is reached by receiving and cancelling. While it is open, changed " +
    "lines move what is incoming by the difference (INV-4), and when they leave nothing to come it is received. " +
    "Once it is ordered its location and currency are fixed; once it is received or cancelled only its note can be changed (409).",
  clauses: ["INV-4", "WHK-9"],
  example: purchaseOrderExamples.update,
});

const receivePurchaseOrder = operation({
  ...write,
  id: "purchase_orders.receive",
  method: "POST",
  path: "/purchase_orders/:id/receive.json",
  params: idParam,
  body: documentReceive,
  answer: wrapped,
  refusals: ["not_found", "invalid", "conflict"],
  topics: ["purchase_order/update", ...stockTopics],
  summary: "Receive units of a purchase order",
  description:
    "Takes the units from what is incoming and adds them to what is available at its location (INV-4). More than is left " +
    "on a line is refused, naming the line, and nothing is received. Units of a variant that was deleted are counted and " +
    "move no stock. A draft and a cancelled order receive nothing (409).",
  clauses: ["INV-4", "WHK-9"],
  example: purchaseOrderExamples.receive,
});

const cancelPurchaseOrder = operation({
  ...write,
  id: "purchase_orders.cancel",
  method: "POST",
  path: "/purchase_orders/:id/cancel.json",
  params: idParam,
  answer: wrapped,
  refusals: ["not_found", "conflict"],
  topics: ["purchase_order/update"],
  summary: "Cancel a purchase order",
  description:
    "What had not come is no longer incoming (INV-4); what had come stays in stock. Final. A received order cannot be cancelled (409).",
  clauses: ["INV-4", "WHK-9"],
  example: purchaseOrderExamples.cancel,
});

const deletePurchaseOrder = operation({
  ...write,
  id: "purchase_orders.delete",
  method: "DELETE",
  path: "/purchase_orders/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found", "conflict"],
  summary: "Delete a purchase order",
  description: "Only a draft or a cancelled one; the ledger keeps its movements. No topic tells of it.",
  clauses: [],
  example: purchaseOrderExamples.delete,
});

/** In the order of the reference, which is that in which their examples run. */
export const purchaseOrderOperations = {
  createPurchaseOrder,
  listPurchaseOrders,
  countPurchaseOrders,
  getPurchaseOrder,
  updatePurchaseOrder,
  receivePurchaseOrder,
  cancelPurchaseOrder,
  deletePurchaseOrder,
} as const;
