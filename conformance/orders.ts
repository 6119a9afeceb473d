import { registerApp } from "./apps.ts";
import { assertOk } from "./assertions.ts";
import { createProduct } from "./catalog.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { type InstalledApp, installApp } from "./installing.ts";
import { createMerchant, createPartner } from "./people.ts";
import type { StoreApi } from "./store-api.ts";

/** The fields of an order line that the tests read. */
export interface OrderLine {
  id: number;
  variant_id: number | null;
  quantity: number;
  price: string;
  fulfilled_quantity: number;
  unfulfilled_quantity: number;
  refunded_quantity: number;
  returned_quantity: number;
  location_id: number | null;
}

/** The fields of an order that the tests read. */
export interface Order {
  id: number;
  number: number;
  order_number: string;
  status: string;
  financial_status: string;
  fulfillment_status: string;
  email: string;
  phone: string;
  customer_id: number | null;
  customer: object | null;
  currency_code: string;
  exchange_rate: string;
  total_price: string;
  total_paid: string;
  amount_due: string;
  line_items: OrderLine[];
  shipping_fees: { id: number; name: string; price: string; store_app_id: string | null }[];
  fulfillments: { id: number; status: string }[];
  fulfillment_orders: { id: number; location_id: number; status: string; line_items: { id: number }[] }[];
  transactions: { id: number; kind: string; status: string; amount: string }[];
  sales_attributions: {
    staff: { id: number | null; name: string }[];
    location: { location_id: number; location_name: string }[];
    app_handle: string | null;
  };
  processed_at: string;
  updated_at: string;
}

const orderAppScopes = [
  "read_products",
  "write_products",
  "read_orders",
  "write_orders",
  "read_fulfillments",
  "write_fulfillments",
  "read_customers",
  "write_customers",
  "read_returns",
  "write_returns",
  "read_currencies",
  "write_currencies",
];

/** Install an app with the order scopes and these extra scopes, in a new store without products. */
export async function installOrderApp(
  fixture: ConformanceFixture,
  extraScopes: readonly string[] = [],
): Promise<InstalledApp> {
  const app = await registerApp(fixture, await createPartner(fixture));
  return installApp(fixture, await createMerchant(fixture), {
    app,
    scopes: [...orderAppScopes, ...extraScopes],
  });
}

/** Create a product with one variant that costs 10.00 and has this stock at the primary location. @returns the variant's id */
export async function createVariant(api: StoreApi, quantity = 10, extraFields: object = {}): Promise<number> {
  const variants = [{ price: "10.00", sku: "SOLD", inventory_quantity: quantity, ...extraFields }];
  const product = await createProduct(api, { title: "Sold", variants });
  return product.variants[0]?.id ?? 0;
}

/** Create an order through the API. */
export async function placeOrder(api: StoreApi, order: object): Promise<Order> {
  return assertOk<{ order: Order }>(await api.post("/3.0/orders.json", { order })).order;
}

export async function readOrder(api: StoreApi, id: number): Promise<Order> {
  return assertOk<{ order: Order }>(await api.get(`/3.0/orders/${id}.json`)).order;
}
