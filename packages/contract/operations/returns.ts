import { Type } from "typebox";
import { orderReturnExamples } from "../examples/order-return.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countResponse, idParam, noParams } from "../schemas/common.ts";
import { orderReturn } from "../schemas/order-return.ts";
import { maxReturns, orderReturnCreate, orderReturnUpdate } from "../schemas/order-return-input.ts";
import { orderReturnStates } from "../states/order-states.ts";
import { ofOrder, orderPartDates } from "./order-part-filters.ts";

const filters = {
  ids: listParameters.ids,
  order_id: { kind: "id", description: "Returns the returns of this order." },
  status: {
    kind: "texts",
    description: `Returns returns in these statuses, separated by commas: ${Object.keys(orderReturnStates.states).join(", ")}.`,
  },
  ...orderPartDates,
} as const;

const response = Type.Object({ order_return: orderReturn });
const base = { surface: "4.0", auth: "token", badge: "decided" } as const;
const read = { ...base, method: "GET", scopes: [["read_returns"]] } as const;
const write = { ...base, scopes: [["write_returns"]], query: {}, wrapper: "order_return", response } as const;
const step = {
  ...write,
  method: "POST",
  params: idParam,
  clauses: ["API-5", "ORD-7", "WHK-9"],
} as const;

/** Operations in reference order, which is the order in which their examples run. */
export const orderReturnOperations = {
  createReturn: defineOperation({
    ...write,
    id: "returns.create",
    method: "POST",
    path: "/orders/:order_id/returns.json",
    params: ofOrder,
    body: orderReturnCreate,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order_returns/created", "order/update"],
    summary: "Create a return",
    description:
      "Requests the return of fulfilled units that were not returned and are in no other requested or accepted " +
      "return. Creating a return moves neither stock nor money: completing it moves stock; create a refund " +
      "separately and link it with `refund_id`. A cancelled order cannot have a new return, and an order can have " +
      `at most ${maxReturns} returns, including cancelled ones (409).`,
    clauses: ["API-5", "ORD-7", "WHK-9"],
    example: orderReturnExamples.create,
  }),
  listReturns: defineOperation({
    ...read,
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
    ...read,
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
    ...read,
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
    ...write,
    id: "returns.update",
    method: "PUT",
    path: "/returns/:id.json",
    params: idParam,
    body: orderReturnUpdate,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order_returns/updated", "order/update"],
    summary: "Update a return",
    description:
      "`note` and `refund_id` can be changed unless the return is cancelled, line items only while it is " +
      "requested, and their `location_id` also while it is accepted (409 otherwise). An update without changes " +
      "emits no event. To change the status, use accept, complete and cancel.",
    clauses: ["API-5", "WHK-9"],
    example: orderReturnExamples.update,
  }),
  acceptReturn: defineOperation({
    ...step,
    id: "returns.accept",
    path: "/returns/:id/accept.json",
    errors: ["not_found", "conflict"],
    topics: ["order_returns/accepted", "order/update"],
    summary: "Accept a return",
    description:
      "Confirms that the units may be sent back. Rejected with 409 if the return is not in status `requested`, or " +
      "if some of its units are in another accepted return.",
    example: orderReturnExamples.accept,
  }),
  completeReturn: defineOperation({
    ...step,
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
      "Confirms that the units came back. Units of lines with `restock` become available at their location, which " +
      "must be active; if it is inactive or deleted, update the return with another location first. Completing is " +
      "final. Rejected with 409 if the return is not in status `accepted`, or if the units were returned in " +
      "another way meanwhile.",
    example: orderReturnExamples.complete,
  }),
  cancelReturn: defineOperation({
    ...step,
    id: "returns.cancel",
    path: "/returns/:id/cancel.json",
    errors: ["not_found", "conflict"],
    topics: ["order_returns/cancelled", "order/update"],
    summary: "Cancel a return",
    description:
      "Cancelling is final. The units can be in another return. A completed return cannot be cancelled (409).",
    example: orderReturnExamples.cancel,
  }),
} as const;
