import { type FieldError, fieldError, type TopicName, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { eventRows, insertEvents } from "../../infrastructure/events/publish.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type BuyerMove, moveBuyer } from "../customers/index.ts";
import { type ChangedLevel, changeLevels, diffStockEffects, type LevelLine } from "../inventory/index.ts";
import { assertLevels } from "./assert-levels.ts";
import { buildBuyerMoves } from "./buyer-moves.ts";
import { deriveOrder } from "./derive-order.ts";
import { addLastOrder } from "./last-order.ts";
import { type LockedOrder, lockOrder } from "./load-orders.ts";
import { lockMovedCreditCurrency } from "./lock-credit-currency.ts";
import type { Order } from "./order-rows.ts";
import { listOrderTopics } from "./order-topics.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { stampOrder } from "./stamp-order.ts";
import { computeStockEffect } from "./stock-effect.ts";
import { writeChange } from "./write-change.ts";

/** An event about a part of an order, published beside the order's own events. */
export interface PartEvent {
  topic: Extract<TopicName, `${"fulfillment" | "refund" | "order_returns"}/${string}`>;
  id: number;
  /** The part as JSON text. */
  snapshot: string;
}

/** The validated result of a use case on an order. */
export interface OrderChange {
  /** The new rows. Derived values, versions and times of change are filled in later. */
  after: Order;
  /** The reason in the ledger for the stock that moves. */
  reason: string;
  /** The topic of the cause, for the stock's events (WHK-6). */
  context: string;
  /** Build the events about parts of the order from its new rows. */
  partEvents?: (after: Order) => readonly PartEvent[];
}

/** The caller, the store and the order of a change. */
export interface OrderCall extends Cause {
  store: Store;
  order_id: number;
}

/** Build the new rows of a locked order. @throws ApiError when the change is not allowed */
export type ChangeOrder = (locked: LockedOrder) => Promise<OrderChange> | OrderChange;

/** An order after its change. */
export interface ChangedOrder {
  order: Order;
  /** The order as JSON text. */
  text: string;
}

async function moveBuyers(tx: Transaction, { call, before, after }: Move): Promise<void> {
  const { store } = call;
  const moves = buildBuyerMoves(before, after);
  await lockMovedCreditCurrency(tx, store, moves);
  for (const orderMove of moves) {
    const move = await addLastOrder(tx, store, { move: orderMove, leftOrderId: after.order.id });
    const moved = await moveBuyer(tx, call, move);
    if (!moved.ok) assertMoveCanBeSkipped(move, moved.reason);
  }
}

// A deleted customer has no statistics to update and gets nothing back, but cannot pay from a balance.
function assertMoveCanBeSkipped({ credit, points }: BuyerMove, reason: "gone" | "credit" | "points"): void {
  if (reason === "gone") {
    if (!credit.startsWith("-") && points >= 0) return;
    throwApiError("conflict", {
      message: "The order's customer was deleted, so store credit and points cannot be charged.",
      fields: [fieldError("customer_id", "not_found", { resource: "customer" })],
    });
  }
  const isCredit = reason === "credit";
  throwApiError("conflict", {
    message: `The customer does not have enough ${isCredit ? "store credit" : "points"}.`,
    fields: [
      isCredit
        ? fieldError("amount", "insufficient_funds", {}, "{field} is more than the customer's store credit.")
        : fieldError(
            "points",
            "insufficient_funds",
            {},
            "{field} is more than the customer's loyalty points.",
          ),
    ],
  });
}

interface Move {
  call: OrderCall;
  before: Order;
  after: Order;
}

function findShortage(lines: readonly LevelLine[], level: ChangedLevel): FieldError[] {
  const { variant_id, location_id, inventory_quantity, inventory_policy } = level;
  // guard: order-stock-taken-back with `inventory_policy !== "none"` for `inventory_policy === "continue"`: refunds.test.ts sold since
  if (inventory_policy === "continue" || inventory_quantity >= 0) return [];
  const takenLine = lines.find(
    (line) =>
      line.field === "inventory_quantity" &&
      line.variant_id === variant_id &&
      line.location_id === location_id,
  );
  if (takenLine === undefined || takenLine.change >= 0) return [];
  const available = inventory_quantity - takenLine.change;
  return [
    fieldError(
      "line_items",
      "insufficient_stock",
      { available, variant_id, location_id },
      `Only ${available} of variant ${variant_id} available at location ${location_id}.`,
    ),
  ];
}

async function moveStock(
  tx: Transaction,
  { call, before, after, reason, context }: Move & Pick<OrderChange, "reason" | "context">,
): Promise<void> {
  const lines = diffStockEffects(computeStockEffect(before), computeStockEffect(after));
  if (lines.length === 0) return;
  const { id, number } = after.order;
  const why = { cause: call, context, reason, reference: `#${number}`, order_id: id };
  const levels = await changeLevels(tx, call.store, { lines, why });
  await assertLevels(tx, call.store, { lines, levels });
  const fields = levels.flatMap((level) => findShortage(lines, level));
  if (fields.length > 0)
    throwApiError("conflict", { message: "There is not enough stock.", fields: fields.slice(0, 20) });
}

async function publishChange(
  tx: Transaction,
  { call, before, after, text, partEvents }: Move & { text: string; partEvents: readonly PartEvent[] },
): Promise<void> {
  const { id } = after.order;
  const topics = ["order/update", ...listOrderTopics(before, after)] as const;
  const rows = [
    ...partEvents.flatMap(({ topic, ...event }) => eventRows(topic, [event])),
    ...topics.flatMap((topic) => eventRows(topic, [{ id, snapshot: text }])),
  ];
  await insertEvents(tx, call, rows);
}

/**
 * Change an order under its lock, in one transaction: its rows, snapshot, customer, stock and events. Every
 * change of an order goes through this function. When no row changes, nothing is written or published.
 * @throws ApiError not_found; conflict when stock or a balance is too small; the errors of `change`
 */
export async function changeOrder(
  deps: OrdersDeps,
  tx: Transaction,
  call: OrderCall,
  change: ChangeOrder,
): Promise<ChangedOrder> {
  const { store } = call;
  const locked = (await lockOrder(tx, store, call.order_id)) ?? throwApiError("not_found");
  const { before } = locked;
  const { after: rows, reason, context, partEvents } = await change(locked);
  const derived = deriveOrder(rows);
  if (JSON.stringify(derived) === JSON.stringify(before))
    return { order: before, text: deps.documents.buildText(store, before) };
  const after = stampOrder(locked, derived);
  const text = deps.documents.buildText(store, after);
  const move = { call, before, after };
  await moveBuyers(tx, move);
  await moveStock(tx, { ...move, reason, context });
  await writeChange(tx, { documents: deps.documents, store }, { before, after, text });
  await publishChange(tx, { ...move, text, partEvents: partEvents?.(after) ?? [] });
  return { order: after, text };
}
