import { Type } from "typebox";
import { transferExamples } from "../examples/purchasing.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { documentReceive, transfer, transferCreate, transferUpdate } from "../schemas/purchasing.ts";
import { documentFilters, documentSort } from "./document-filters.ts";

const wrapped = Type.Object({ transfer });
const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"] as const;

const filters = {
  ...documentFilters,
  status: {
    kind: "texts",
    description:
      "Only those in these states, separated by commas: draft, in_transit, partially_received, received, cancelled.",
  },
  location_ids: { kind: "ids", description: "Only those that leave from or come to these locations." },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Only those where every one of these words stands in the number, the note, or a line's SKU or names.",
  },
} as const;

const read = {
  surface: "4.0",
  caller: "token",
  scopes: [["read_purchasing"]],
  method: "GET",
  badge: "decided",
} as const;

const listTransfers = operation({
  ...read,
  id: "transfers.list",
  path: "/transfers.json",
  params: noParams,
  query: { ...cursorListParameters, ...filters, sort: documentSort },
  answer: cursorListOf("transfers", transfer),
  refusals: ["invalid"],
  summary: "List transfers",
  clauses: [],
  example: transferExamples.list,
});

const countTransfers = operation({
  ...read,
  id: "transfers.count",
  path: "/transfers/count.json",
  params: noParams,
  query: { ...filters, ids: listParameters.ids },
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count transfers",
  clauses: [],
  example: transferExamples.count,
});

const getTransfer = operation({
  ...read,
  id: "transfers.get",
  path: "/transfers/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: wrapped,
  refusals: ["not_found"],
  summary: "Get a transfer",
  clauses: [],
  example: transferExamples.get,
});

const write = {
  surface: "4.0",
  caller: "token",
  scopes: [["write_purchasing"]],
  query: {},
  wrapper: "transfer",
  badge: "decided",
} as const;

const createTransfer = operation({
  ...write,
  id: "transfers.create",
  method: "POST",
  path: "/transfers.json",
  params: noParams,
  body: transferCreate,
  answer: wrapped,
  refusals: ["invalid"],
  topics: stockTopics,
  summary: "Create a transfer",
  description:
    "A draft, or with status in_transit one that leaves at once: then its units are taken from what is available at the " +
    "origin and are incoming at the destination (INV-4). A line that would take a variant with policy deny below 0 is " +
    "refused by name.",
  clauses: ["INV-4", "WHK-6"],
  example: transferExamples.create,
});

const updateTransfer = operation({
  ...write,
  id: "transfers.update",
  method: "PUT",
  path: "/transfers/:id.json",
  params: idParam,
  body: transferUpdate,
  answer: wrapped,
  refusals: ["not_found", "invalid", "conflict"],
  topics: stockTopics,
  summary: "Change a transfer, or send it off",
  description:
    "Only the fields that are sent are changed; what is already as asked changes nothing and sends nothing. A draft " +
    "leaves with status in_transit; every other state is reached by receiving and cancelling. While it is open, changed " +
    "lines move what left the origin and what is incoming by the difference (INV-4), and when they leave nothing to come " +
    "it is received. Once it has left its locations are fixed; once it is received or cancelled only its note can be changed (409).",
  clauses: ["INV-4", "WHK-6"],
  example: transferExamples.update,
});

const receiveTransfer = operation({
  ...write,
  id: "transfers.receive",
  method: "POST",
  path: "/transfers/:id/receive.json",
  params: idParam,
  body: documentReceive,
  answer: wrapped,
  refusals: ["not_found", "invalid", "conflict"],
  topics: stockTopics,
  summary: "Receive units of a transfer",
  description:
    "Takes the units from what is incoming and adds them to what is available at the destination (INV-4). More than is " +
    "left on a line is refused, naming the line, and nothing is received. Units of a variant that was deleted are counted " +
    "and move no stock. A draft and a cancelled transfer receive nothing (409).",
  clauses: ["INV-4", "WHK-6"],
  example: transferExamples.receive,
});

const cancelTransfer = operation({
  ...write,
  id: "transfers.cancel",
  method: "POST",
  path: "/transfers/:id/cancel.json",
  params: idParam,
  answer: wrapped,
  refusals: ["not_found", "conflict"],
  topics: stockTopics,
  summary: "Cancel a transfer",
  description:
    "What had not come is no longer incoming and is available at the origin again (INV-4); what had come stays. Final. A " +
    "received transfer cannot be cancelled (409).",
  clauses: ["INV-4", "WHK-6"],
  example: transferExamples.cancel,
});

const deleteTransfer = operation({
  ...write,
  id: "transfers.delete",
  method: "DELETE",
  path: "/transfers/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found", "conflict"],
  summary: "Delete a transfer",
  description: "Only a draft or a cancelled one; the ledger keeps its movements. No topic tells of it.",
  clauses: [],
  example: transferExamples.delete,
});

/** In the order of the reference, which is that in which their examples run. */
export const transferOperations = {
  createTransfer,
  listTransfers,
  countTransfers,
  getTransfer,
  updateTransfer,
  receiveTransfer,
  cancelTransfer,
  deleteTransfer,
} as const;
