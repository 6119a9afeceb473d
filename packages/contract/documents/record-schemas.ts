import { collect } from "../schemas/collect.ts";
import { collection } from "../schemas/collection.ts";
import { currency } from "../schemas/currency.ts";
import { customer, customerCreate, customerUpdate } from "../schemas/customer.ts";
import { customerAddress, customerAddressInput } from "../schemas/customer-address.ts";
import { customerAttribute } from "../schemas/customer-attribute.ts";
import { customerGroup } from "../schemas/customer-group.ts";
import { fulfillment, fulfillmentOrder } from "../schemas/fulfillment.ts";
import { fulfillmentRequest } from "../schemas/fulfillment-request.ts";
import { inventoryLevel, inventoryMovement, inventoryQuantityUpdate } from "../schemas/inventory.ts";
import { location } from "../schemas/location.ts";
import { metafield } from "../schemas/metafield.ts";
import { order } from "../schemas/order.ts";
import { orderAddress, orderAddressInput } from "../schemas/order-address.ts";
import { orderReturn } from "../schemas/order-return.ts";
import { image, product, variant } from "../schemas/product.ts";
import { productCreate, productUpdate } from "../schemas/product-input.ts";
import { purchaseOrder, transfer } from "../schemas/purchasing.ts";
import { refund } from "../schemas/refund.ts";
import { store } from "../schemas/store.ts";
import { tag } from "../schemas/tag.ts";
import { transaction } from "../schemas/transaction.ts";
import { newProductVariant, variantChange, variantCreate } from "../schemas/variant-input.ts";
import { uninstallNotice, webhook } from "../schemas/webhook.ts";

/** Schemas by name. A document contains each of them once under its name, and refers to it everywhere else. */
const recordSchemas: Readonly<Record<string, object>> = {
  Product: product,
  Variant: variant,
  ProductCreate: productCreate,
  ProductUpdate: productUpdate,
  NewProductVariant: newProductVariant,
  VariantCreate: variantCreate,
  VariantChange: variantChange,
  Image: image,
  Location: location,
  InventoryLevel: inventoryLevel,
  InventoryMovement: inventoryMovement,
  InventoryQuantityUpdate: inventoryQuantityUpdate,
  Order: order,
  OrderAddress: orderAddress,
  OrderAddressInput: orderAddressInput,
  Transaction: transaction,
  Fulfillment: fulfillment,
  FulfillmentOrder: fulfillmentOrder,
  FulfillmentRequest: fulfillmentRequest,
  Refund: refund,
  OrderReturn: orderReturn,
  Collection: collection,
  Collect: collect,
  Customer: customer,
  CustomerCreate: customerCreate,
  CustomerUpdate: customerUpdate,
  CustomerAddress: customerAddress,
  CustomerAddressInput: customerAddressInput,
  CustomerAttribute: customerAttribute,
  CustomerGroup: customerGroup,
  Tag: tag,
  Metafield: metafield,
  PurchaseOrder: purchaseOrder,
  Transfer: transfer,
  Store: store,
  Currency: currency,
  Webhook: webhook,
  UninstallNotice: uninstallNotice,
};

const namesBySchema = new Map(Object.entries(recordSchemas).map(([name, schema]) => [schema, name]));

function replaceInside(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(replaceWithRefs);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaceWithRefs(value)]));
}

/** Replace the record schemas in a part of a document with references. */
export function replaceWithRefs(node: unknown): unknown {
  const name = typeof node === "object" && node !== null ? namesBySchema.get(node) : undefined;
  return name === undefined ? replaceInside(node) : { $ref: `#/components/schemas/${name}` };
}

/** Collect the schemas that a part of a document references, directly or through other schemas. */
export function collectSchemas(part: unknown): Record<string, unknown> {
  const collectedSchemas: Record<string, unknown> = {};
  const collectReferencedSchemas = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = recordSchemas[name];
      if (schema === undefined || name in collectedSchemas) continue;
      collectedSchemas[name] = replaceInside(schema);
      collectReferencedSchemas(JSON.stringify(collectedSchemas[name]));
    }
  };
  collectReferencedSchemas(JSON.stringify(part));
  return Object.fromEntries(Object.entries(collectedSchemas).sort(([a], [b]) => a.localeCompare(b)));
}
