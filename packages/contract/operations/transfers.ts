import { transferExamples } from "../examples/purchasing.ts";
import { transfer, transferCreate, transferUpdate } from "../schemas/purchasing.ts";
import { documentFilters } from "./document-filters.ts";
import { documentOperations } from "./document-operations.ts";

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

const transfers = documentOperations({
  plural: "transfers",
  singular: "transfer",
  filters,
  record: transfer,
  create: transferCreate,
  update: transferUpdate,
  examples: transferExamples,
  words: {
    list: {
      summary: "List transfers",
      clauses: [],
    },
    count: {
      summary: "Count transfers",
      clauses: [],
    },
    get: {
      summary: "Get a transfer",
      clauses: [],
    },
    create: {
      summary: "Create a transfer",
      description:
        "A draft, or with status in_transit one that leaves at once: then its units are taken from what is available at the " +
        "origin and are incoming at the destination (INV-4). A line that would take a variant with policy deny below 0 is " +
        "refused by name.",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    update: {
      summary: "Change a transfer, or send it off",
      description:
        "Only the fields that are sent are changed; what is already as asked changes nothing and sends nothing. A draft " +
        "leaves with status in_transit; every other state is reached by receiving and cancelling. While it is open, changed " +
        "lines move what left the origin and what is incoming by the difference (INV-4), and when they leave nothing to come " +
        "it is received. Once it has left its locations are fixed; once it is received or cancelled only its note can be changed (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    receive: {
      summary: "Receive units of a transfer",
      description:
        "Takes the units from what is incoming and adds them to what is available at the destination (INV-4). More than is " +
        "left on a line is refused, naming the line, and nothing is received. Units of a variant that was deleted are counted " +
        "and move no stock. A draft and a cancelled transfer receive nothing (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    cancel: {
      summary: "Cancel a transfer",
      description:
        "What had not come is no longer incoming and is available at the origin again (INV-4); what had come stays. Final. A " +
        "received transfer cannot be cancelled (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    delete: {
      summary: "Delete a transfer",
      description: "Only a draft or a cancelled one; the ledger keeps its movements. No topic tells of it.",
      clauses: [],
    },
  },
});

/** In the order of the reference, which is that in which their examples run. */
export const transferOperations = {
  createTransfer: transfers.create,
  listTransfers: transfers.list,
  countTransfers: transfers.count,
  getTransfer: transfers.get,
  updateTransfer: transfers.update,
  receiveTransfer: transfers.receive,
  cancelTransfer: transfers.cancel,
  deleteTransfer: transfers.delete,
} as const;
