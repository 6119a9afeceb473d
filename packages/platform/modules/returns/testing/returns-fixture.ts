import { type Operation, type OperationResponse, operations } from "@souk/contract";
import {
  createOrdersFixture,
  type OrderDocument,
  type OrdersFixture,
} from "../../orders/testing/orders-fixture.ts";
import { fulfillUnits } from "./fulfill-units.ts";

export type OrderReturn = OperationResponse<typeof operations.getReturn>["order_return"];

/** An order whose units were all fulfilled from the primary location. */
interface FulfilledOrder {
  order: OrderDocument;
  /** The id of the variant. */
  variant: number;
  /** The id of the order's only line. */
  lineId: number;
}

/** A store with orders and returns, whose operations are called in process, without HTTP. */
export interface ReturnsFixture {
  orders: OrdersFixture;
  createReturn(orderId: number, body: object): Promise<OrderReturn>;
  /** Call an operation on a return, and return the `order_return` of the response. */
  callOnReturn(operation: Operation, orderReturn: { id: number }, body?: object): Promise<OrderReturn>;
  /** Place an order of this many units and fulfill it. */
  placeFulfilledOrder(quantity: number): Promise<FulfilledOrder>;
}

export async function createReturnsFixture(): Promise<ReturnsFixture> {
  const orders = await createOrdersFixture();
  const callForReturn = async (operation: Operation, params: object, body: object = {}) =>
    (await orders.call<{ order_return: OrderReturn }>(operation, { params, body })).order_return;
  return {
    orders,
    createReturn: (order_id, body) => callForReturn(operations.createReturn, { order_id }, body),
    callOnReturn: (operation, { id }, body = {}) => callForReturn(operation, { id }, body),
    async placeFulfilledOrder(quantity) {
      const variant = await orders.createVariant(quantity);
      const { id } = await orders.placeOrder({ line_items: [{ variant_id: variant, quantity }] });
      await fulfillUnits(orders, id);
      const order = await orders.getOrder(id);
      await orders.takeEvents();
      return { order, variant, lineId: order.line_items[0]?.id ?? 0 };
    },
  };
}
