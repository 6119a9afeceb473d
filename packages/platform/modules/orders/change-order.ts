import { type FieldError, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactName, Facts } from "../../events/facts.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { type BuyerMove, moveBuyer } from "../customers/index.ts";
import { type ChangedLevel, type LevelLine, shareDifference } from "../inventory/index.ts";
import { buyerMoves } from "./buyer-moves.ts";
import { deriveOrder } from "./derive-order.ts";
import { holdMovedCredit } from "./hold-credit.ts";
import { withLastOrder } from "./last-order.ts";
import { type LockedOrder, lockOrder } from "./load-orders.ts";
import type { OrderDesk } from "./order-desk.ts";
import { orderFacts } from "./order-facts.ts";
import type { Order } from "./order-rows.ts";
import { requireLevels } from "./require-levels.ts";
import { stampOrder } from "./stamp-order.ts";
import { stockShare } from "./stock-share.ts";
import { writeChange } from "./write-change.ts";

type TextFact = { [N in FactName]: Facts[N] extends { id: number; text: string } ? N : never }[FactName];

/** Something of an order that is told beside the order itself. */
export interface Telling {
  fact: TextFact;
  id: number;
  /** It as JSON. */
  text: string;
}

/** What a use case makes of an order; it has been found right. */
export interface OrderChange {
  /** The rows as they are to be. What follows from other rows, versions and times of change are filled in. */
  after: Order;
  /** What the ledger says of the stock that moves. */
  reason: string;
  /** The topic of the cause, for what stock tells (WHK-6). */
  context: string;
  /** What is told beside the order, once it is written. */
  tells?: (after: Order) => readonly Telling[];
}

/** Who changes which order of a store. */
export interface OrderCall extends Cause {
  store: Store;
  order_id: number;
}

/** An order after its change. */
export interface ChangedOrder {
  order: Order;
  /** The order as JSON. */
  text: string;
}

async function moveBuyers(desk: OrderDesk, tx: Transaction, { call, before, after }: Move): Promise<void> {
  const { store } = call;
  const moves = buyerMoves(before, after);
  await holdMovedCredit(tx, store, moves);
  for (const plain of moves) {
    const move = await withLastOrder(tx, store, { move: plain, left: after.order.id });
    const moved = await moveBuyer(tx, { facts: desk.facts, store, cause: call }, move);
    if (!moved.ok) requireBearable(move, moved.reason);
  }
}

// A customer who is gone has no statistics to move and nothing to get back, but cannot pay from a balance either.
function requireBearable({ credit, points }: BuyerMove, reason: "gone" | "credit" | "points"): void {
  if (reason === "gone") {
    if (!credit.startsWith("-") && points >= 0) return;
    refuse("conflict", {
      message: "The order's customer is gone, and their balances with them.",
      fields: [{ path: "customer_id", message: "is no customer of this store any more" }],
    });
  }
  const isCredit = reason === "credit";
  refuse("conflict", {
    message: `The customer has too ${isCredit ? "little store credit" : "few points"} left.`,
    fields: [
      isCredit
        ? { path: "amount", message: "is more than the customer's store credit" }
        : { path: "points", message: "are more than the customer's loyalty points" },
    ],
  });
}

interface Move {
  call: OrderCall;
  before: Order;
  after: Order;
}

function shortage(lines: readonly LevelLine[], level: ChangedLevel): FieldError[] {
  const { variant_id, location_id, inventory_quantity, inventory_policy } = level;
  if (inventory_policy === "continue" || inventory_quantity >= 0) return [];
  const taken = lines.find(
    (line) =>
      line.field === "inventory_quantity" &&
      line.variant_id === variant_id &&
      line.location_id === location_id,
  );
  if (taken === undefined || taken.change >= 0) return [];
  const had = inventory_quantity - taken.change;
  return [
    {
      path: "line_items",
      message: `would take ${-taken.change} of variant ${variant_id} from location ${location_id}, which has ${had}, and the variant's inventory_policy is deny`,
    },
  ];
}

async function moveStock(
  desk: OrderDesk,
  tx: Transaction,
  { call, before, after, reason, context }: Move & Pick<OrderChange, "reason" | "context">,
): Promise<void> {
  const lines = shareDifference(stockShare(before), stockShare(after));
  if (lines.length === 0) return;
  const { id, number } = after.order;
  const why = { cause: call, context, reason, reference: `#${number}`, order_id: id };
  const levels = await desk.changeLevels(tx, call.store, { lines, why });
  await requireLevels(tx, call.store, { lines, levels });
  const fields = levels.flatMap((level) => shortage(lines, level));
  if (fields.length > 0)
    refuse("conflict", { message: "There is not enough stock.", fields: fields.slice(0, 20) });
}

async function tell(
  desk: OrderDesk,
  tx: Transaction,
  { call, before, after, text, tellings }: Move & { text: string; tellings: readonly Telling[] },
): Promise<void> {
  const { facts } = desk;
  const { id } = after.order;
  const raise = (fact: TextFact, of: { id: number; text: string }) =>
    facts.raise(tx, call.store, call, fact, of);
  for (const telling of tellings) await raise(telling.fact, { id: telling.id, text: telling.text });
  await raise("order_changed", { id, text });
  for (const fact of orderFacts(before, after)) await raise(fact, { id, text });
}

/**
 * The one way to change an order: under its lock, its rows, its document, its customer, its stock and what is told, or nothing
 * at all. A change that leaves every row as it is writes and tells nothing.
 * @throws Refusal not_found; conflict when stock or a balance is too small; what `change` refuses
 */
export async function changeOrder(
  desk: OrderDesk,
  tx: Transaction,
  call: OrderCall,
  change: (locked: LockedOrder) => Promise<OrderChange> | OrderChange,
): Promise<ChangedOrder> {
  const { store } = call;
  const locked = (await lockOrder(tx, store, call.order_id)) ?? refuse("not_found");
  const { before } = locked;
  const { after: rows, reason, context, tells } = await change(locked);
  const derived = deriveOrder(rows);
  if (JSON.stringify(derived) === JSON.stringify(before))
    return { order: before, text: desk.documents.text(store, before) };
  const after = stampOrder(locked, derived);
  const text = desk.documents.text(store, after);
  const move = { call, before, after };
  await moveBuyers(desk, tx, move);
  await moveStock(desk, tx, { ...move, reason, context });
  await writeChange(tx, { documents: desk.documents, store }, { before, after, text });
  await tell(desk, tx, { ...move, text, tellings: tells?.(after) ?? [] });
  return { order: after, text };
}
