import assert from "node:assert/strict";
import { type OperationResponse, operations } from "@souk/contract";
import type { OrderDocument, OrdersFixture } from "./orders-fixture.ts";

export type TransactionDocument = OperationResponse<typeof operations.getTransaction>["transaction"];
type RefundDocument = OperationResponse<typeof operations.getRefund>["refund"];

/** Calls that record payments and refunds of orders. */
export interface MoneyCalls {
  /** Place an order of one custom line with this price. */
  placeFor(price: string, more?: object): Promise<OrderDocument>;
  record(order_id: number, body: object): Promise<TransactionDocument>;
  end(order_id: number, id: number, body: object): Promise<TransactionDocument>;
  refund(order_id: number, body?: object): Promise<RefundDocument>;
  cancelRefund(order_id: number, id: number, body?: object): Promise<RefundDocument>;
  /** Create a customer with store credit and points. */
  newBuyer(credit: string, points: number): Promise<number>;
  getBalances(
    customer_id: number,
  ): Promise<{ total_credit: string; total_point: number; total_spent: string }>;
}

export function createMoneyCalls(fixture: OrdersFixture): MoneyCalls {
  const transaction = async (...[operation, request]: Parameters<OrdersFixture["call"]>) =>
    (await fixture.call<{ transaction: TransactionDocument }>(operation, request)).transaction;
  const refund = async (...[operation, request]: Parameters<OrdersFixture["call"]>) =>
    (await fixture.call<{ refund: RefundDocument }>(operation, request)).refund;
  return {
    placeFor: (price, more = {}) =>
      fixture.place({ line_items: [{ name: "Engraving", price, quantity: 1 }], ...more }),
    record: (order_id, body) => transaction(operations.createTransaction, { params: { order_id }, body }),
    end: (order_id, id, body) =>
      transaction(operations.updateTransaction, { params: { order_id, id }, body }),
    refund: (order_id, body = {}) => refund(operations.createRefund, { params: { order_id }, body }),
    cancelRefund: (order_id, id, body = {}) =>
      refund(operations.cancelRefund, { params: { order_id, id }, body }),
    async newBuyer(credit, points) {
      const id = await fixture.newCustomer();
      const params = { customer_id: id };
      if (Number(credit) > 0)
        await fixture.call(operations.adjustCredit, { params, body: { adjustment_amount: credit } });
      if (points > 0) await fixture.call(operations.adjustPoint, { params, body: { value: points } });
      return id;
    },
    async getBalances(id) {
      const text = `select round(total_credit, 2)::text as total_credit, total_point, round(total_spent, 2)::text as total_spent
        from customers where store_id = $1 and id = $2`;
      const row = await fixture.db.database.maybeOne<Awaited<ReturnType<MoneyCalls["getBalances"]>>>(text, [
        fixture.seededStore.store.id,
        id,
      ]);
      return row ?? assert.fail("the customer does not exist");
    },
  };
}
