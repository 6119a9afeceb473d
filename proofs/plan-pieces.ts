import { planAdjustments } from "./adjustments.ts";
import type { StockPlace } from "./demo-shop.ts";
import { type NewOrder, planOrders } from "./new-orders.ts";
import type { Piece } from "./place-all.ts";
import { planQuestions } from "./rate-questions.ts";
import { planSending } from "./sendings.ts";

/** Makes what clients are to do. */
export type PlanPieces = (places: readonly StockPlace[], random: () => number) => Piece[];

const placed = (order: NewOrder): Piece => ({ order, sending: null });

/** Orders, and changes of stock over the same places in between, by turns: so many pieces in all. */
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

/** Orders alone. */
export function onlyOrders(count: number): PlanPieces {
  return (places, random) => planOrders(places, count, random).map(placed);
}

/** Of so many orders one is sent, and before another one somebody asks for rates. */
const everySending = 15;
/** After so many orders stock changes. */
const everyAdjustment = 10;
/** Of each place of stock as many units come in at first as a fifth of the orders: few are refused, and those late. */
const stockedPart = 5;

/**
 * What a shop does in a day: goods come in, then so many orders, some of them handed to an app and sent, and in between some
 * questions for rates and some changes of stock.
 */
export function dayOfTrade(count: number): PlanPieces {
  return (places, random) => {
    const change = Math.ceil(count / stockedPart);
    const deliveries = planAdjustments(places, places.length, random).map(
      (each, at): Piece => ({
        adjustment: { ...each, ...places[at], change },
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
