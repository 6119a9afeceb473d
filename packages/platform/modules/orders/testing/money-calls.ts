import assert from "node:assert/strict";
import { type AnswerOf, operations } from "@souk/contract";
import type { OrderDocument, OrdersRig } from "./orders-rig.ts";

export type TransactionDocument = AnswerOf<typeof operations.getTransaction>["transaction"];
type RefundDocument = AnswerOf<typeof operations.getRefund>["refund"];

/** What is done with the money of orders, by name. */
export interface MoneyCalls {
  /** An order of one custom line that costs so much. */
  placeFor(price: string, more?: object): Promise<OrderDocument>;
  record(order_id: number, body: object): Promise<TransactionDocument>;
  end(order_id: number, id: number, body: object): Promise<TransactionDocument>;
  refund(order_id: number, body?: object): Promise<RefundDocument>;
  cancelRefund(order_id: number, id: number, body?: object): Promise<RefundDocument>;
  /** A customer with store credit and points. */
  newBuyer(credit: string, points: number): Promise<number>;
  balancesOf(
    customer_id: number,
  ): Promise<{ total_credit: string; total_point: number; total_spent: string }>;
}

export function moneyCalls(rig: OrdersRig): MoneyCalls {
  const transaction = async (...[operation, request]: Parameters<OrdersRig["call"]>) =>
    (await rig.call<{ transaction: TransactionDocument }>(operation, request)).transaction;
  const refund = async (...[operation, request]: Parameters<OrdersRig["call"]>) =>
    (await rig.call<{ refund: RefundDocument }>(operation, request)).refund;
  return {
    placeFor: (price, more = {}) =>
      rig.place({ line_items: [{ name: "Engraving", price, quantity: 1 }], ...more }),
    record: (order_id, body) => transaction(operations.createTransaction, { params: { order_id }, body }),
    end: (order_id, id, body) =>
      transaction(operations.updateTransaction, { params: { order_id, id }, body }),
    refund: (order_id, body = {}) => refund(operations.createRefund, { params: { order_id }, body }),
    cancelRefund: (order_id, id, body = {}) =>
      refund(operations.cancelRefund, { params: { order_id, id }, body }),
    async newBuyer(credit, points) {
      const id = await rig.newCustomer();
      const params = { customer_id: id };
      if (Number(credit) > 0)
        await rig.call(operations.adjustCredit, { params, body: { adjustment_amount: credit } });
      if (points > 0) await rig.call(operations.adjustPoint, { params, body: { value: points } });
      return id;
    },
    async balancesOf(id) {
      const text = `select round(total_credit, 2)::text as total_credit, total_point, round(total_spent, 2)::text as total_spent
        from customers where store_id = $1 and id = $2`;
      const { rows } = await rig.db.database.query<Awaited<ReturnType<MoneyCalls["balancesOf"]>>>(text, [
        rig.shop.store.id,
        id,
      ]);
      return rows[0] ?? assert.fail("no such customer");
    },
  };
}
