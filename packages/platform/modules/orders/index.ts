export { assertChildLimit, assertNoteLimit } from "./assert-limits.ts";
export { explainOrdersBlockingDelete } from "./blocks-location-delete.ts";
export {
  type BuyerOrders,
  findBuyerOrders,
  lockBuyerOrders,
} from "./buyer-orders.ts";
export { findCreditLosingPrecision } from "./credit-losing-precision.ts";
export { type LockedOrder, loadOrders } from "./load-orders.ts";
export { findMissingOrders, hasFulfillmentOrder } from "./missing-orders.ts";
export { type OrdersApi, ordersModule } from "./module.ts";
export { fulfillmentColumnFunctions } from "./order-child-columns.ts";
export { buildChildText, buildFulfillmentJson, buildReturnJson, getLineName } from "./order-children-json.ts";
export {
  createOrderSnapshots,
  type OrderSnapshots,
} from "./order-documents.ts";
export type {
  FulfillmentOrderLineRow,
  FulfillmentRow,
  Order,
  OrderReturnLineRow,
  OrderReturnRow,
} from "./order-rows.ts";
export { type PlacingCall, placeOrder } from "./placing/place-order.ts";
export { createPlacingDeps } from "./placing/placing-deps.ts";
export {
  computeFulfillmentOrderLineQuantities,
  computeLineQuantities,
  countExpectedReturns,
  openReturnStatuses,
} from "./quantities.ts";
export { reserveIds } from "./reserve-ids.ts";
export { createOrderWalk } from "./walk-orders.ts";
