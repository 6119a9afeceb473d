import { planAdjustments } from "./adjustments.ts";
import type { StockPlace } from "./demo-store.ts";
import { type NewOrder, planOrders } from "./new-orders.ts";
import type { Piece } from "./place-all.ts";
import { planQuestions } from "./rate-questions.ts";
import { planSending } from "./sendings.ts";

/** Creates the plan of the clients' requests. */
export type PlanPieces = (places: readonly StockPlace[], random: () => number) => Piece[];

const placed = (order: NewOrder): Piece => ({ order, sending: null });

/** Plan orders, alternating with changes of stock at the same places: this many pieces in all. */
export function ordersAndStock(count: number): PlanPieces {
  return (places, random) => {
    const adjustments = planAdjustments(places, Math.floor(count / 2), random);
    const orders = planOrders(places, count - adjustments.length, random);
    return orders.flatMap((order, index): Piece[] => {
      const adjustment = adjustments[index];
      return adjustment ? [placed(order), { adjustment }] : [placed(order)];
    });
  };
}

/** Plan orders only. */
export function onlyOrders(count: number): PlanPieces {
  return (places, random) => planOrders(places, count, random).map(placed);
}

/** The number of orders for each fulfilled one, and for each rate request. */
const everySending = 15;
/** The number of orders between changes of stock. */
const everyAdjustment = 10;
/**
 * The divisor for the opening stock: a fifth of the orders as units at each place, so that few orders are rejected,
 * and late.
 */
const stockedPart = 5;

/**
 * Plan a store's day: goods are received, then this many orders, some of them handed to an app and fulfilled, with
 * rate requests and changes of stock in between.
 */
export function dayOfTrade(count: number): PlanPieces {
  return (places, random) => {
    const change = Math.ceil(count / stockedPart);
    const deliveries = planAdjustments(places, places.length, random).map(
      (adjustment, index): Piece => ({
        adjustment: { ...adjustment, ...places[index], change },
      }),
    );
    const adjustments = planAdjustments(places, Math.floor(count / everyAdjustment), random);
    const questions = planQuestions(places, Math.floor(count / everySending), random);
    const day = planOrders(places, count, random).flatMap((order, index): Piece[] => {
      const isSent = index % everySending === 11;
      const question = index % everySending === 4 ? questions.pop() : undefined;
      const adjustment = index % everyAdjustment === 7 ? adjustments.pop() : undefined;
      return [
        ...(question ? [{ question }] : []),
        { order, sending: isSent ? planSending() : null },
        ...(adjustment ? [{ adjustment }] : []),
      ];
    });
    return [...deliveries, ...day];
  };
}
