import assert from "node:assert/strict";
import { type Operation, type OperationResponse, operations } from "@souk/contract";
import type { TestCallInput } from "@souk/testkit";
import type { OrderDocument, OrdersFixture } from "./orders-fixture.ts";

export type TransactionDocument = OperationResponse<typeof operations.getTransaction>["transaction"];
type RefundDocument = OperationResponse<typeof operations.getRefund>["refund"];

/** Calls that place orders, create and change their transactions and refunds, and create and read customers' balances. */
export interface MoneyCalls {
  /** Place an order of one custom line with this price. */
  placeOrderOfAmount(price: string, fields?: object): Promise<OrderDocument>;
  createTransaction(order_id: number, body: object): Promise<TransactionDocument>;
  updateTransaction(order_id: number, id: number, body: object): Promise<TransactionDocument>;
  createRefund(order_id: number, body?: object): Promise<RefundDocument>;
  cancelRefund(order_id: number, id: number, body?: object): Promise<RefundDocument>;
  /** Create a customer with store credit and points. */
  createCustomer(credit: string, points: number): Promise<number>;
  getBalances(
    customer_id: number,
  ): Promise<{ total_credit: string; total_point: number; total_spent: string }>;
}

export function createMoneyCalls(fixture: OrdersFixture): MoneyCalls {
  const callForTransaction = async (operation: Operation, request: TestCallInput) =>
    (await fixture.call<{ transaction: TransactionDocument }>(operation, request)).transaction;
  const callForRefund = async (operation: Operation, request: TestCallInput) =>
    (await fixture.call<{ refund: RefundDocument }>(operation, request)).refund;
  return {
    placeOrderOfAmount: (price, fields = {}) =>
      fixture.placeOrder({ line_items: [{ name: "Engraving", price, quantity: 1 }], ...fields }),
    createTransaction: (order_id, body) =>
      callForTransaction(operations.createTransaction, { params: { order_id }, body }),
    updateTransaction: (order_id, id, body) =>
      callForTransaction(operations.updateTransaction, { params: { order_id, id }, body }),
    createRefund: (order_id, body = {}) =>
      callForRefund(operations.createRefund, { params: { order_id }, body }),
    cancelRefund: (order_id, id, body = {}) =>
      callForRefund(operations.cancelRefund, { params: { order_id, id }, body }),
    async createCustomer(credit, points) {
      const id = await fixture.createCustomer();
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
