export { assertNoteRoom, assertPartRoom } from "./assert-room.ts";
export { orderBlocksLocationDelete } from "./blocks-location-delete.ts";
export {
  type BuyersOrders,
  findBuyerOrders,
  lockBuyerOrders,
} from "./buyer-orders.ts";
export { findCreditLosingPrecision } from "./credit-losing-precision.ts";
export { drawIds } from "./draw-ids.ts";
export { type LockedOrder, loadOrders } from "./load-orders.ts";
export { findMissingOrders, hasFulfillmentOrder } from "./missing-orders.ts";
export { type OrdersApi, ordersModule } from "./module.ts";
export { createOrderDocuments, type OrderDocuments } from "./order-documents.ts";
export { fulfillmentColumnUses } from "./order-part-columns.ts";
export type {
  FulfillmentOrderLineRow,
  FulfillmentRow,
  Order,
  OrderReturnLineRow,
  OrderReturnRow,
} from "./order-rows.ts";
export { buildPartText, fulfillmentJson, getLineName, orderReturnJson } from "./parts-json.ts";
export { type PlacingCall, placeOrder } from "./placing/place-order.ts";
export { createPlacingDeps } from "./placing/placing-deps.ts";
export {
  computeFulfillmentOrderLineQuantities,
  computeLineQuantities,
  countExpectedReturns,
  openReturnStatuses,
} from "./quantities.ts";
export { createOrderWalk } from "./walk-orders.ts";
