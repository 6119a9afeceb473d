import { Type } from "typebox";
import { orderReturnExamples } from "../examples/order-return.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countResponse, idParam, noParams } from "../schemas/common.ts";
import { orderReturn } from "../schemas/order-return.ts";
import { maxReturns, orderReturnCreate, orderReturnUpdate } from "../schemas/order-return-input.ts";
import { orderReturnStates } from "../states/order-states.ts";
import { orderParams, orderRecordDateFilters } from "./order-record-filters.ts";

const filters = {
  ids: listParameters.ids,
  order_id: { kind: "id", description: "Lists the returns of this order." },
  status: {
    kind: "texts",
    description: `Lists returns in these statuses, separated by commas: ${Object.keys(orderReturnStates.states).join(", ")}.`,
  },
  ...orderRecordDateFilters,
} as const;

const response = Type.Object({ order_return: orderReturn });
const commonProperties = { surface: "4.0", auth: "token", definedBy: "souk" } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_returns"]],
  rights: [["returns.view"]],
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_returns"]],
  rights: [["returns.edit"]],
  query: {},
  wrapper: "order_return",
  response,
} as const;
const statusChange = {
  ...writeOperation,
  method: "POST",
  params: idParam,
  clauses: ["API-5", "ORD-7", "WHK-9"],
} as const;

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const orderReturnOperations = {
  createReturn: defineOperation({
    ...writeOperation,
    id: "returns.create",
    method: "POST",
    path: "/orders/:order_id/returns.json",
    params: orderParams,
    body: orderReturnCreate,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order_returns/created", "order/update"],
    summary: "Create a return",
    description:
      "Requests the return of fulfilled units that have not been returned and are in no other requested or accepted " +
      "return. Creating a return changes neither stock nor payments. Completing it changes stock. To return money, " +
      "create a refund and link it with `refund_id`. A canceled order cannot have a new return, and an order can have " +
      `at most ${maxReturns} returns, including canceled ones (409).`,
    clauses: ["API-5", "ORD-7", "WHK-9"],
    example: orderReturnExamples.create,
  }),
  listReturns: defineOperation({
    ...readOperation,
    id: "returns.list",
    path: "/returns.json",
    params: noParams,
    query: {
      ...cursorListParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
    },
    response: createCursorListSchema("order_returns", orderReturn),
    errors: ["invalid"],
    summary: "List returns",
    clauses: ["API-5", "LST-1"],
    example: orderReturnExamples.list,
  }),
  countReturns: defineOperation({
    ...readOperation,
    id: "returns.count",
    path: "/returns/count.json",
    params: noParams,
    query: filters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count returns",
    clauses: [],
    example: orderReturnExamples.count,
  }),
  getReturn: defineOperation({
    ...readOperation,
    id: "returns.get",
    path: "/returns/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get a return",
    clauses: ["API-5", "WHK-14"],
    example: orderReturnExamples.get,
  }),
  updateReturn: defineOperation({
    ...writeOperation,
    id: "returns.update",
    method: "PUT",
    path: "/returns/:id.json",
    params: idParam,
    body: orderReturnUpdate,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order_returns/updated", "order/update"],
    summary: "Update a return",
    description:
      "`note` and `refund_id` can be changed unless the return is canceled. Line items can be changed while the " +
      "status of the return is `requested`, and their `location_id` also while it is `accepted`. Other changes are " +
      "rejected with 409. " +
      "An update without changes emits no event. To change the status, use accept, complete and cancel.",
    clauses: ["API-5", "WHK-9"],
    example: orderReturnExamples.update,
  }),
  acceptReturn: defineOperation({
    ...statusChange,
    id: "returns.accept",
    path: "/returns/:id/accept.json",
    errors: ["not_found", "conflict"],
    topics: ["order_returns/accepted", "order/update"],
    summary: "Accept a return",
    description:
      "Confirms that the customer may send the units back. Rejected with 409 if the status of the return is not " +
      "`requested`, or if some of its units are in another accepted return.",
    example: orderReturnExamples.accept,
  }),
  completeReturn: defineOperation({
    ...statusChange,
    id: "returns.complete",
    path: "/returns/:id/complete.json",
    errors: ["not_found", "conflict"],
    topics: [
      "order_returns/completed",
      "order/update",
      "inventory_level/inventory_quantity_update",
      "product/update",
    ],
    summary: "Complete a return",
    description:
      "Confirms that the units have arrived. Units of lines with `restock` become available at their location, which " +
      "must be active. If it is inactive or deleted, update the return with another location first. Completing is " +
      "final. Rejected with 409 if the status of the return is not `accepted`, or if the units have been returned " +
      "another way in the meantime.",
    example: orderReturnExamples.complete,
  }),
  cancelReturn: defineOperation({
    ...statusChange,
    id: "returns.cancel",
    path: "/returns/:id/cancel.json",
    errors: ["not_found", "conflict"],
    topics: ["order_returns/cancelled", "order/update"],
    summary: "Cancel a return",
    description:
      "Canceling is final. The units can then be in another return. A completed return cannot be canceled (409).",
    example: orderReturnExamples.cancel,
  }),
} as const;
