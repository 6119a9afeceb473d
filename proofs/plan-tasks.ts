import { planAdjustments } from "./adjustments.ts";
import type { ClientTask } from "./client-tasks.ts";
import type { StockPlace } from "./demo-store.ts";
import { planFulfillment } from "./fulfillments.ts";
import { type NewOrder, planOrders } from "./new-orders.ts";
import { planRateRequests } from "./rate-requests.ts";

/** A function that creates the list of the clients' tasks. */
export type TaskPlan = (places: readonly StockPlace[], random: () => number) => ClientTask[];

const createOrderTask = (order: NewOrder): ClientTask => ({ order, plannedFulfillment: null });

/**
 * Plan orders and stock adjustments in turn, at the same stock places.
 * @param count the number of orders and adjustments together
 */
export function planOrdersAndStock(count: number): TaskPlan {
  return (places, random) => {
    const adjustments = planAdjustments(places, Math.floor(count / 2), random);
    const orders = planOrders(places, count - adjustments.length, random);
    return orders.flatMap((order, index): ClientTask[] => {
      const adjustment = adjustments[index];
      return adjustment ? [createOrderTask(order), { adjustment }] : [createOrderTask(order)];
    });
  };
}

/** Plan orders without fulfillments. */
export function planOrdersOnly(count: number): TaskPlan {
  return (places, random) => planOrders(places, count, random).map(createOrderTask);
}

/** One in this many orders is fulfilled, and there is one rate request per this many orders. */
const ordersPerFulfillment = 15;
/** There is one stock adjustment per this many orders. */
const ordersPerAdjustment = 10;
/** At first, each stock place gets one unit per this many orders. So stock runs out only for a few of the last orders. */
const ordersPerStockUnit = 5;

/**
 * Plan a store's day: every stock place gets units, then orders are placed. Some orders are sent to an app and fulfilled,
 * and there are rate requests and stock adjustments in between.
 * @param count the number of orders; the other tasks are planned in addition
 */
export function planDayOfOrders(count: number): TaskPlan {
  return (places, random) => {
    const change = Math.ceil(count / ordersPerStockUnit);
    const stockTasks = planAdjustments(places, places.length, random).map(
      (adjustment, index): ClientTask => ({
        adjustment: { ...adjustment, ...places[index], change },
      }),
    );
    const adjustments = planAdjustments(places, Math.floor(count / ordersPerAdjustment), random);
    const rateRequests = planRateRequests(places, Math.floor(count / ordersPerFulfillment), random);
    // The remainders 11, 4 and 7 are arbitrary. They differ, so that the additional tasks do not all follow the same order.
    const orderTasks = planOrders(places, count, random).flatMap((order, index): ClientTask[] => {
      const isFulfilled = index % ordersPerFulfillment === 11;
      const rateRequest = index % ordersPerFulfillment === 4 ? rateRequests.pop() : undefined;
      const adjustment = index % ordersPerAdjustment === 7 ? adjustments.pop() : undefined;
      return [
        ...(rateRequest ? [{ rateRequest }] : []),
        { order, plannedFulfillment: isFulfilled ? planFulfillment() : null },
        ...(adjustment ? [{ adjustment }] : []),
      ];
    });
    return [...stockTasks, ...orderTasks];
  };
}
