import assert from "node:assert/strict";
import { Refusal } from "@souk/contract";
import type { OrderDocument, Told } from "../orders-rig.ts";
import type { History, KnownOrder, Step } from "./history.ts";
import { assertMoved } from "./sums.ts";

/** How many steps were done, and how many refused by which code. */
export interface Tally {
  done: Map<string, number>;
  refused: Map<string, number>;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** What a step is answered; null: it was refused. */
async function answerOf({ rig }: History, step: Step, tally: Tally): Promise<Record<string, unknown> | null> {
  const { operation, params = {}, body } = step;
  try {
    const answer = await rig.call<Record<string, unknown>>(operation, { params, body });
    assert.ok(!step.isWrong, `${operation.id} was done: ${JSON.stringify({ params, body })}`);
    count(tally.done, operation.id);
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = { params, body, message: error.message, details: error.details };
    assert.ok(step.isWrong !== false, `${operation.id} was refused: ${JSON.stringify(said)}`);
    count(tally.refused, error.code);
    return null;
  }
}

function paidOf(order: OrderDocument | null): number {
  return Number(order?.total_paid ?? 0);
}

/** WHK-9: what a change of an order is told by, each with the order as it is now. */
function assertTold(told: readonly Told[], before: OrderDocument | null, after: OrderDocument): void {
  // Who hears that an order is paid sends it.
  const paid = before?.status !== "cancelled" && paidOf(after) > paidOf(before);
  const [total, was, is] = [Number(after.total_price), paidOf(before), paidOf(after)];
  const isChanged = before === null || JSON.stringify(before) !== JSON.stringify(after);
  const expected = [
    ...(before === null ? ["order/create"] : isChanged ? ["order/update"] : []),
    ...(paid && is < total ? ["order/partially_paid"] : []),
    ...(paid && is >= total && was < total ? ["order/paid"] : []),
    ...(before === null && total === 0 ? ["order/paid"] : []),
    ...(before !== null && before.status !== "cancelled" && after.status === "cancelled"
      ? ["order/cancel"]
      : []),
  ];
  const ofOrders = told.filter(({ topic }) => topic.startsWith("order/"));
  assert.deepEqual(ofOrders.map(({ topic }) => topic).sort(), expected.sort());
  for (const { payload } of ofOrders) assert.deepEqual(JSON.parse(payload ?? ""), { order: after });
}

/** The part of an order that a topic is about, under the name that it is told by. */
function partOf(order: OrderDocument, { topic, resource_id }: Told): object | null {
  const isIt = ({ id }: { id: number }) => id === resource_id;
  if (topic.startsWith("refund/")) return { refund: order.refunds.find(isIt) };
  if (topic.startsWith("fulfillment/")) return { fulfillment: order.fulfillments.find(isIt) };
  if (topic.startsWith("order_returns/")) return { order_return: order.returns.find(isIt) };
  return null;
}

/** Beside the order, the part of it that changed is told once, as it is now. */
function assertPartTold(
  told: readonly Told[],
  { tells }: Step,
  [before, after]: readonly OrderDocument[],
): void {
  if (before === undefined || after === undefined) return;
  const parts = told.filter((event) => partOf(after, event) !== null);
  const isChanged = JSON.stringify(before) !== JSON.stringify(after);
  assert.deepEqual(
    parts.map(({ topic }) => topic),
    isChanged && tells !== undefined ? [tells].flat() : [],
  );
  for (const event of parts) assert.deepEqual(JSON.parse(event.payload ?? ""), partOf(after, event));
}

/** Which order a step changed, as it was and is. */
async function changed(history: History, step: Step, answer: Record<string, unknown>): Promise<void> {
  const { rig, orders } = history;
  const made = answer["order"] as OrderDocument | undefined;
  const id = step.about?.document.id ?? made?.id;
  if (id === undefined || !(step.about === null || orders.has(id))) return;
  const before: KnownOrder | null = step.about;
  const document = await rig.get(id);
  if (made !== undefined) assert.deepEqual(made, document, "the answer is the order");
  const isStocked = before?.isStocked ?? document.inventory_behaviour !== "bypass";
  const { putBack = new Map(), takenUnsent = new Map() } = orders.get(id) ?? {};
  orders.set(id, { document, isStocked, putBack, takenUnsent });
  const told = await rig.told();
  assertTold(told, before?.document ?? null, document);
  if (before === null) return;
  assertPartTold(told, step, [before.document, document]);
  if (step.moves) assertMoved(before.document, document, step.moves);
}

/** Takes a step; one that is refused tells nothing. */
export async function takeStep(history: History, step: Step, tally: Tally): Promise<void> {
  await history.rig.told();
  const answer = await answerOf(history, step, tally);
  if (answer === null) {
    assert.deepEqual(await history.rig.told(), [], "a refusal tells nothing");
    return;
  }
  step.done?.(history, answer);
  await changed(history, step, answer);
}
