import { registerApp } from "./apps.ts";
import { createProduct } from "./catalogue.ts";
import { type Installed, install } from "./installing.ts";
import { newMerchant, newPartner } from "./people.ts";
import { assertDone } from "./refusals.ts";
import type { ShopApi } from "./shop-api.ts";
import type { World } from "./world.ts";

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

/** What of an order the tests look at. */
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

const scopes = [
  ...[
    "read_products",
    "write_products",
    "read_orders",
    "write_orders",
    "read_fulfillments",
    "write_fulfillments",
  ],
  ...[
    "read_customers",
    "write_customers",
    "read_returns",
    "write_returns",
    "read_currencies",
    "write_currencies",
  ],
];

/** An app with the scopes of orders, and more, in a shop of its own that sells nothing yet. */
export async function orderShop(world: World, more: readonly string[] = []): Promise<Installed> {
  const app = await registerApp(world, await newPartner(world));
  return install(world, await newMerchant(world), { app, scopes: [...scopes, ...more] });
}

/** A variant of its own product for 10.00, with so many at the primary location. */
export async function newVariant(api: ShopApi, quantity = 10, more: object = {}): Promise<number> {
  const variants = [{ price: "10.00", sku: "SOLD", inventory_quantity: quantity, ...more }];
  const product = await createProduct(api, { title: "Sold", variants });
  return product.variants[0]?.id ?? 0;
}

/** Places an order. */
export async function placeOrder(api: ShopApi, order: object): Promise<Order> {
  return assertDone<{ order: Order }>(await api.post("/3.0/orders.json", { order })).order;
}

export async function readOrder(api: ShopApi, id: number): Promise<Order> {
  return assertDone<{ order: Order }>(await api.get(`/3.0/orders/${id}.json`)).order;
}
