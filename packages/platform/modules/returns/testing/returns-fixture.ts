import { type Operation, type OperationResponse, operations } from "@souk/contract";
import {
  createOrdersFixture,
  type OrderDocument,
  type OrdersFixture,
} from "../../orders/testing/orders-fixture.ts";
import { fulfillUnits } from "./fulfill-units.ts";

export type OrderReturn = OperationResponse<typeof operations.getReturn>["order_return"];

/** An order whose units were all shipped from the primary location. */
interface FulfilledOrder {
  order: OrderDocument;
  variant: number;
  line: number;
}

/** A store with orders and returns, called without HTTP. */
export interface ReturnsFixture {
  orders: OrdersFixture;
  create(orderId: number, body: object): Promise<OrderReturn>;
  /** Call an operation on a return and return the return. */
  callOnReturn(operation: Operation, orderReturn: { id: number }, body?: object): Promise<OrderReturn>;
  /** Place an order of this many units and fulfill it. */
  placeFulfilledOrder(quantity: number): Promise<FulfilledOrder>;
}

export async function createReturnsFixture(): Promise<ReturnsFixture> {
  const orders = await createOrdersFixture();
  const callReturn = async (operation: Operation, params: object, body: object = {}) =>
    (await orders.call<{ order_return: OrderReturn }>(operation, { params, body })).order_return;
  return {
    orders,
    create: (order_id, body) => callReturn(operations.createReturn, { order_id }, body),
    callOnReturn: (operation, { id }, body = {}) => callReturn(operation, { id }, body),
    async placeFulfilledOrder(quantity) {
      const variant = await orders.newVariant(quantity);
      const { id } = await orders.place({ line_items: [{ variant_id: variant, quantity }] });
      await fulfillUnits(orders, id);
      const order = await orders.get(id);
      await orders.takeEvents();
      return { order, variant, line: order.line_items[0]?.id ?? 0 };
    },
  };
}
