import { type Static, type TSchema, Type } from "typebox";
import { createCurrencyExample } from "../examples/currency.ts";
import { customerExamples } from "../examples/customer.ts";
import { fulfillmentExamples } from "../examples/fulfillment.ts";
import { createLocationExample, updateLocationExample } from "../examples/location.ts";
import { orderExamples, paidOrder } from "../examples/order.ts";
import { orderReturnExamples } from "../examples/order-return.ts";
import { createProductExample, getProductExample } from "../examples/product.ts";
import { purchaseOrderExamples } from "../examples/purchasing.ts";
import { refundExamples } from "../examples/refund.ts";
import { getStoreExample } from "../examples/store.ts";
import type { Example } from "../operation.ts";
import { id } from "../schemas/common.ts";
import { currency, deletedCurrency } from "../schemas/currency.ts";
import { customer } from "../schemas/customer.ts";
import { fulfillment } from "../schemas/fulfillment.ts";
import { inventoryQuantityUpdate } from "../schemas/inventory.ts";
import { location } from "../schemas/location.ts";
import { order } from "../schemas/order.ts";
import { orderReturn } from "../schemas/order-return.ts";
import { product } from "../schemas/product.ts";
import { purchaseOrder } from "../schemas/purchasing.ts";
import { refund } from "../schemas/refund.ts";
import { store } from "../schemas/store.ts";
import { uninstallNotice } from "../schemas/webhook.ts";
import type { TopicName } from "./catalog.ts";

const timestamp = "2026-11-20T16:46:38.000+08:00";

/** Return the product in a response. The payloads of product topics have the product's fields at the top level (WHK-10). */
const getProduct = ({ response }: Example) => (response as { product: unknown }).product;

const createOrderPayload = (example: unknown) => ({ schema: Type.Object({ order }), example });

const createReturnPayload = (step: "create" | "accept" | "update" | "complete" | "cancel") => ({
  schema: Type.Object({ order_return: orderReturn }),
  example: orderReturnExamples[step].response,
});

/** Fields by which an app can identify a customer. */
const customerIdentity = Type.Object({ id, email: Type.String(), phone: Type.String() });
const exampleIdentity = { id: 3, email: "mei@kedai.test", phone: "+60123456789" };

/** Payload schema of each topic, with an example that a test compares with a payload that was sent. */
export const payloads = {
  "app/uninstall": {
    schema: uninstallNotice,
    example: {
      success: true,
      shop: "kedai.souk.localhost",
      client_id: "souk_app_5f1c",
      uninstalled_at: timestamp,
    },
  },
  "order/create": createOrderPayload(orderExamples.create.response),
  "order/update": createOrderPayload(orderExamples.update.response),
  "order/paid": createOrderPayload({ order: paidOrder }),
  "order/partially_paid": createOrderPayload(orderExamples.get.response),
  "order/cancel": createOrderPayload(orderExamples.cancel.response),
  "product/create": { schema: product, example: getProduct(createProductExample) },
  "product/update": { schema: product, example: getProduct(getProductExample) },
  "product/delete": { schema: Type.Object({ id }), example: { id: 4 } },
  "inventory_level/inventory_quantity_update": {
    schema: inventoryQuantityUpdate,
    example: {
      variant_id: 3,
      location_id: 1,
      inventory_quantity: 12,
      adjustment: "DECREASE",
      inventory_level_updated_at: timestamp,
    },
  },
  "customer/create": {
    schema: Type.Object({ customer }),
    example: customerExamples["3.0"].create.response,
  },
  "customer/update": {
    schema: Type.Object({ customer }),
    example: customerExamples["3.0"].update.response,
  },
  "customer/data_request": {
    schema: Type.Object({ customer: customerIdentity }),
    example: { customer: exampleIdentity },
  },
  "customer/erase": {
    schema: Type.Object({ customer: customerIdentity }),
    example: { customer: exampleIdentity },
  },
  "customer/delete": {
    schema: Type.Object({ customer: Type.Object({ id }) }),
    example: { customer: { id: 3 } },
  },
  "store/update": { schema: Type.Object({ store }), example: getStoreExample.response },
  "location/create": { schema: Type.Object({ location }), example: createLocationExample.response },
  "location/update": { schema: Type.Object({ location }), example: updateLocationExample.response },
  "location/delete": {
    schema: Type.Object({ location: Type.Object({ id }) }),
    example: { location: { id: 3 } },
  },
  "currency/update": { schema: Type.Object({ currency }), example: createCurrencyExample.response },
  "currency/delete": { schema: deletedCurrency, example: { currency: { code: "SGD" } } },
  "fulfillment/create": {
    schema: Type.Object({ fulfillment }),
    example: fulfillmentExamples.create.response,
  },
  "fulfillment/update": {
    schema: Type.Object({ fulfillment }),
    example: fulfillmentExamples.update.response,
  },
  "fulfillment/cancel": {
    schema: Type.Object({ fulfillment }),
    example: fulfillmentExamples.cancel.response,
  },
  "purchase_order/create": {
    schema: Type.Object({ purchase_order: purchaseOrder }),
    example: purchaseOrderExamples.create.response,
  },
  "purchase_order/update": {
    schema: Type.Object({ purchase_order: purchaseOrder }),
    example: purchaseOrderExamples.receive.response,
  },
  "order_returns/created": createReturnPayload("create"),
  "order_returns/accepted": createReturnPayload("accept"),
  "order_returns/updated": createReturnPayload("update"),
  "order_returns/completed": createReturnPayload("complete"),
  "order_returns/cancelled": createReturnPayload("cancel"),
  "refund/create": { schema: Type.Object({ refund }), example: refundExamples.create.response },
  "refund/cancel": { schema: Type.Object({ refund }), example: refundExamples.cancel.response },
} as const satisfies Record<TopicName, { schema: TSchema; example: unknown }>;

/** Payload of a topic. */
export type TopicPayload<T extends TopicName> = Static<(typeof payloads)[T]["schema"]>;
