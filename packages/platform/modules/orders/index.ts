export { changeOrder } from "./change-order.ts";
export { cutCreditUsed } from "./cut-credit-used.ts";
export { forgetBuyer } from "./forget-buyer.ts";
export { keepsOrderLocation } from "./keeps-location.ts";
export { type LockedOrder, loadOrders } from "./load-orders.ts";
export { hasFulfillmentOrder, missingOrders } from "./missing-orders.ts";
export { nextIds } from "./next-ids.ts";
export type { OrderDesk } from "./order-desk.ts";
export { createOrderDocuments, type OrderDocuments } from "./order-documents.ts";
export type {
  FulfillmentOrderLineRow,
  FulfillmentRow,
  Order,
  OrderReturnLineRow,
  OrderReturnRow,
} from "./order-rows.ts";
export { createOrderTags } from "./order-tags.ts";
export { type BuyersOrders, lockOrdersOf, ordersOfBuyer } from "./orders-of-buyer.ts";
export { fulfillmentJson, lineName, orderReturnJson, partText } from "./parts-json.ts";
export { type PlacingCall, placeOrder } from "./placing/place-order.ts";
export { createPlacingDesk } from "./placing/placing-desk.ts";
export { expectedBack, lineQuantities, openReturns, shareQuantities } from "./quantities.ts";
export { requireNoteRoom, requirePartRoom } from "./require-room.ts";
export { orderRoutes } from "./routes.ts";
export { registerOrderTopics } from "./topics.ts";
export { createOrderWalk } from "./walk-orders.ts";
