import { Type } from "typebox";
import { orderReturnExamples } from "../examples/order-return.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams } from "../schemas/common.ts";
import { orderReturn } from "../schemas/order-return.ts";
import { mostReturns, orderReturnCreate, orderReturnUpdate } from "../schemas/order-return-input.ts";
import { orderReturnStates } from "../states/order-states.ts";
import { ofOrder, orderPartDates } from "./order-part-filters.ts";

const filters = {
  ids: listParameters.ids,
  order_id: { kind: "id", description: "Only those of this order." },
  status: {
    kind: "texts",
    description: `Only those in these states, separated by commas: ${Object.keys(orderReturnStates.states).join(", ")}.`,
  },
  ...orderPartDates,
} as const;

const answer = Type.Object({ order_return: orderReturn });
const base = { surface: "4.0", caller: "token", badge: "decided" } as const;
const read = { ...base, method: "GET", scopes: [["read_returns"]] } as const;
const write = { ...base, scopes: [["write_returns"]], query: {}, wrapper: "order_return", answer } as const;
const step = {
  ...write,
  method: "POST",
  params: idParam,
  clauses: ["API-5", "ORD-7", "WHK-9"],
} as const;

/** In the order of the reference, which is that in which their examples run. */
export const orderReturnOperations = {
  createReturn: operation({
    ...write,
    id: "returns.create",
    method: "POST",
    path: "/orders/:order_id/returns.json",
    params: ofOrder,
    body: orderReturnCreate,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["order_returns/created", "order/update"],
    summary: "Ask for a return of an order",
    description:
      "Of units that were sent, have not come back and are in no other return that is requested or accepted. It moves neither " +
      "stock nor money: a return that is completed moves stock, and a refund is made apart and named by refund_id. A cancelled " +
      `order takes none, and an order has at most ${mostReturns}, cancelled ones among them (409).`,
    clauses: ["API-5", "ORD-7", "WHK-9"],
    example: orderReturnExamples.create,
  }),
  listReturns: operation({
    ...read,
    id: "returns.list",
    path: "/returns.json",
    params: noParams,
    query: {
      ...cursorListParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
    },
    answer: cursorListOf("order_returns", orderReturn),
    refusals: ["invalid"],
    summary: "List returns",
    clauses: ["API-5", "LST-1"],
    example: orderReturnExamples.list,
  }),
  countReturns: operation({
    ...read,
    id: "returns.count",
    path: "/returns/count.json",
    params: noParams,
    query: filters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count returns",
    clauses: [],
    example: orderReturnExamples.count,
  }),
  getReturn: operation({
    ...read,
    id: "returns.get",
    path: "/returns/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    answer,
    refusals: ["not_found"],
    summary: "Get a return",
    clauses: ["API-5", "WHK-14"],
    example: orderReturnExamples.get,
  }),
  updateReturn: operation({
    ...write,
    id: "returns.update",
    method: "PUT",
    path: "/returns/:id.json",
    params: idParam,
    body: orderReturnUpdate,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["order_returns/updated", "order/update"],
    summary: "Change a return",
    description:
      "Its note and refund_id unless it is cancelled, its lines only while it is requested; where they come back to (location_id) also " +
      "once it is accepted (409). What is as asked already " +
      "changes nothing and sends nothing. States are changed by operations of their own.",
    clauses: ["API-5", "WHK-9"],
    example: orderReturnExamples.update,
  }),
  acceptReturn: operation({
    ...step,
    id: "returns.accept",
    path: "/returns/:id/accept.json",
    refusals: ["not_found", "conflict"],
    topics: ["order_returns/accepted", "order/update"],
    summary: "Accept a return",
    description:
      "The units may be sent back. Only a requested one, and only units that are in no other return that was accepted (409).",
    example: orderReturnExamples.accept,
  }),
  completeReturn: operation({
    ...step,
    id: "returns.complete",
    path: "/returns/:id/complete.json",
    refusals: ["not_found", "conflict"],
    topics: [
      "order_returns/completed",
      "order/update",
      "inventory_level/inventory_quantity_update",
      "product/update",
    ],
    summary: "Complete a return",
    description:
      "The units have come back: those of lines with restock are available at their location, which must be active; where it is not, " +
      "or is gone, another one is named first. Final. Only an accepted one; and it is refused where the units came back otherwise " +
      "meanwhile (409).",
    example: orderReturnExamples.complete,
  }),
  cancelReturn: operation({
    ...step,
    id: "returns.cancel",
    path: "/returns/:id/cancel.json",
    refusals: ["not_found", "conflict"],
    topics: ["order_returns/cancelled", "order/update"],
    summary: "Cancel a return",
    description:
      "The units stay where they are, and can be in another return. Final. A completed one cannot be (409).",
    example: orderReturnExamples.cancel,
  }),
} as const;
