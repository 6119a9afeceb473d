import assert from "node:assert/strict";
import { type ApiError, type Operation, type OperationResponse, operations } from "@souk/contract";
import type { TestCallInput } from "@souk/testkit";
import { Errors } from "typebox/value";
import type { OrderDocument, OrdersFixture } from "../../orders/testing/orders-fixture.ts";

/** A fulfillment as the API returns it. */
export type Fulfillment = OperationResponse<typeof operations.getFulfillment>["fulfillment"];

/** Functions that place orders, and that create, update and cancel their fulfillments. */
export interface FulfillmentCalls {
  /**
   * Ship units of an order, by default all unfulfilled units, and check the response against its schema.
   * @param app the handle of the calling app; a person calls if omitted
   */
  fulfill(order_id: number, body?: object, app?: string): Promise<Fulfillment>;
  update(fulfillment: Fulfillment, body: object): Promise<Fulfillment>;
  cancel(fulfillment: Fulfillment): Promise<Fulfillment>;
  /** Place an order of this many units of one variant, all in stock at the primary location. */
  placeOrderOfUnits(quantity: number): Promise<{ order: OrderDocument; variant: number; line: number }>;
}

/** Create the functions that call the API of an orders fixture's store. */
export function createFulfillmentCalls(fixture: OrdersFixture): FulfillmentCalls {
  const callForFulfillment = (operation: Operation, request: TestCallInput) =>
    fixture.call<{ fulfillment: Fulfillment }>(operation, request);
  return {
    async fulfill(order_id, body = {}, app) {
      const request = { params: { order_id }, body, ...(app ? { app } : {}) };
      const response = await callForFulfillment(operations.createFulfillment, request);
      assert.deepEqual([...Errors(operations.createFulfillment.response, response)], []);
      return response.fulfillment;
    },
    async update({ order_id, id }, body) {
      const request = { params: { order_id, id }, body };
      return (await callForFulfillment(operations.updateFulfillment, request)).fulfillment;
    },
    async cancel({ order_id, id }) {
      const request = { params: { order_id, id } };
      return (await callForFulfillment(operations.cancelFulfillment, request)).fulfillment;
    },
    async placeOrderOfUnits(quantity) {
      const variant = await fixture.createVariant(quantity);
      const order = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity }] });
      await fixture.takeEvents();
      return { order, variant, line: order.line_items[0]?.id ?? 0 };
    },
  };
}

/** Create a function for `assert.rejects` that checks an error's code and the paths of its invalid fields. */
export function createErrorCheck(code: string, ...paths: string[]): (error: unknown) => true {
  return (error) => {
    const { code: actualCode, details } = error as ApiError;
    assert.deepEqual([actualCode, details?.fields?.map(({ path }) => path) ?? []], [code, paths]);
    return true;
  };
}
