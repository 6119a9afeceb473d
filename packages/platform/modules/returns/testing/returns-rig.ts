import { type AnswerOf, type Operation, operations } from "@souk/contract";
import { type OrderDocument, type OrdersRig, ordersRig } from "../../orders/testing/orders-rig.ts";
import { sendUnits } from "./send-units.ts";

export type OrderReturn = AnswerOf<typeof operations.getReturn>["order_return"];

/** An order whose units were all sent from the primary location. */
interface SentOrder {
  order: OrderDocument;
  variant: number;
  line: number;
}

/** A shop with orders and returns, called without HTTP. */
export interface ReturnsRig {
  rig: OrdersRig;
  create(orderId: number, body: object): Promise<OrderReturn>;
  /** An operation of one return that answers it. */
  on(operation: Operation, of: { id: number }, body?: object): Promise<OrderReturn>;
  /** An order of so many units, all of them sent. */
  sentOrder(quantity: number): Promise<SentOrder>;
}

export async function returnsRig(): Promise<ReturnsRig> {
  const rig = await ordersRig();
  const asked = async (operation: Operation, params: object, body: object = {}) =>
    (await rig.call<{ order_return: OrderReturn }>(operation, { params, body })).order_return;
  return {
    rig,
    create: (order_id, body) => asked(operations.createReturn, { order_id }, body),
    on: (operation, { id }, body = {}) => asked(operation, { id }, body),
    async sentOrder(quantity) {
      const variant = await rig.newVariant(quantity);
      const { id } = await rig.place({ line_items: [{ variant_id: variant, quantity }] });
      await sendUnits(rig, id);
      const order = await rig.get(id);
      await rig.told();
      return { order, variant, line: order.line_items[0]?.id ?? 0 };
    },
  };
}
