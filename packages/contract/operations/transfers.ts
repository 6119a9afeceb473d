import { transferExamples } from "../examples/purchasing.ts";
import { transfer, transferCreate, transferUpdate } from "../schemas/purchasing.ts";
import { documentFilters } from "./document-filters.ts";
import { createDocumentOperations } from "./document-operations.ts";

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
      "Returns transfers with every word of this text (case-insensitive) in their number or note, or in the SKU or " +
      "names of their lines.",
  },
} as const;

const transfers = createDocumentOperations({
  plural: "transfers",
  singular: "transfer",
  filters,
  record: transfer,
  create: transferCreate,
  update: transferUpdate,
  examples: transferExamples,
  operationDetails: {
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
        "Creates a draft. If `status` is `in_transit`, the transfer is sent immediately: its units are removed from " +
        "available stock at the origin and become incoming at the destination. If a line would take the stock of a " +
        "variant with inventory_policy `deny` below 0, the request is rejected.",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    update: {
      summary: "Update a transfer",
      description:
        "Omitted fields are left unchanged; an update without changes does nothing. To send a draft, set `status` to " +
        "`in_transit`. All other statuses result from receiving and canceling. While the transfer is open, changed " +
        "line items adjust stock at the origin and incoming stock by the difference. If no units remain to be " +
        "received, its status becomes `received`. After it is sent, its locations cannot be changed. After it is " +
        "received or canceled, only `note` can be changed (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    receive: {
      summary: "Receive a transfer",
      description:
        "Moves units from incoming to available stock at the destination. If a quantity is larger than the remaining " +
        "units of its line, the request is rejected and nothing is received. Units of a deleted variant are added to " +
        "`received_quantity` but do not change stock. A draft or canceled transfer cannot be received (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    cancel: {
      summary: "Cancel a transfer",
      description:
        "Canceling is final. Units that have not been received are no longer incoming and become available at the " +
        "origin again; received units stay at the destination. A received transfer cannot be canceled (409).",
      topics: stockTopics,
      clauses: ["INV-4", "WHK-6"],
    },
    delete: {
      summary: "Delete a transfer",
      description:
        "Only a draft or canceled transfer can be deleted (409). Its inventory movements are kept. Emits no event.",
      clauses: [],
    },
  },
});

/** Operations in the sequence of the reference. Their examples run in this sequence. */
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
