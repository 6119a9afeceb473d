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
      "Returns transfers in these statuses, separated by commas: draft, in_transit, partially_received, received, " +
      "cancelled.",
  },
  location_ids: {
    kind: "ids",
    description: "Returns transfers from or to these locations. Comma-separated ids.",
  },
  query: {
    kind: "text",
    maxLength: 255,
    description:
      "Matches transfers whose number, note, or a line's SKU or names contain every word (case-insensitive).",
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
        'Creates a draft, or with `status: "in_transit"` a transfer that is sent immediately: its units are taken from ' +
        "available stock at the origin and are incoming at the destination. A line that would take a variant with " +
        "inventory_policy `deny` below 0 is rejected.",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    update: {
      summary: "Update a transfer",
      description:
        'Omitted fields are left unchanged; an update without changes does nothing. `status: "in_transit"` sends ' +
        "a draft; all other statuses are reached by receiving and cancelling. While the transfer is open, changed " +
        "line items adjust stock at the origin and incoming stock by the difference; if they leave nothing to " +
        "receive, its status becomes `received`. After it is in transit, its locations are fixed. After it is " +
        "received or cancelled, only `note` can be changed (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    receive: {
      summary: "Receive a transfer",
      description:
        "Moves units from incoming to available stock at the destination. A quantity larger than the remaining units of a line is " +
        "rejected and nothing is received. Units of a deleted variant are counted but change no stock. A draft or " +
        "cancelled transfer cannot receive units (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    cancel: {
      summary: "Cancel a transfer",
      description:
        "Cancelling is final. Units not yet received are no longer incoming and become available at the origin " +
        "again; received units stay at the destination. A received transfer cannot be cancelled (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    delete: {
      summary: "Delete a transfer",
      description:
        "Deletes a draft or cancelled transfer; others are rejected with 409. Its inventory movements are kept. " +
        "Emits no event.",
      clauses: [],
    },
  },
});

/** Operations in reference order, which is the order in which their examples run. */
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
