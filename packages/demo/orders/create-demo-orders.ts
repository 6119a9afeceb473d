import type { Database, Transaction } from "@souk/database";
import type { Addresses, Clock, RandomText, Store } from "@souk/platform";
import {
  createOrderSnapshots,
  createPlacingDeps,
  type PlacingCall,
  placeOrder,
} from "@souk/platform/modules/orders";
import type { PurchasableProduct } from "../purchasing/create-demo-purchasing.ts";
import { type DemoOrder, demoOrders } from "./demo-orders.ts";

/** What `createDemoOrders` needs from the platform. */
interface DemoOrdersDeps {
  database: Database;
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
}

interface Customer {
  id: number;
  last_name: string;
  address: object;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const selectCustomersSql = `
  select c.id, c.last_name, to_jsonb(a) - array['store_id', 'id', 'customer_id', 'is_default', 'created_at', 'updated_at'] as address
  from customers c join customer_addresses a on a.store_id = c.store_id and a.customer_id = c.id and a.is_default
  where c.store_id = $1`;

function buildLineItems({ items }: DemoOrder, products: readonly PurchasableProduct[]) {
  return Object.entries(items).map(([title, quantity]) => {
    const [variant_id] = products.find(({ product }) => product.title === title)?.variant_ids ?? [];
    if (variant_id === undefined) throw new Error(`The demo has no product called ${title}.`);
    return { variant_id, quantity };
  });
}

function buildOrderBody(
  order: DemoOrder,
  {
    products,
    customer,
    processedAt,
  }: { products: readonly PurchasableProduct[]; customer: Customer | undefined; processedAt: Date },
): PlacingCall["body"] {
  const { shipping, discount, note, tags, source_name } = order;
  return {
    line_items: buildLineItems(order, products),
    transactions: buildTransactions(order, products),
    ...(customer && { customer_id: customer.id, shipping_address: customer.address }),
    ...(shipping && { shipping_fees: [{ name: shipping[0], price: shipping[1] }] }),
    ...(discount && { discounts: [{ code: discount[0], type: "percentage", value: discount[1] }] }),
    ...(note !== undefined && { note }),
    ...(tags && { tags: [...tags] }),
    source_name,
    processed_at: processedAt.toISOString(),
    inventory_behaviour: "decrement_ignoring_policy",
  };
}

/** Compute the total of an order that has no discount. */
function computeTotal({ items, shipping }: DemoOrder, products: readonly PurchasableProduct[]): string {
  const prices = new Map(products.map(({ product }) => [product.title, Number(product.price)]));
  const lines = Object.entries(items).map(([title, quantity]) => (prices.get(title) ?? 0) * quantity);
  return [...lines, Number(shipping?.[1] ?? 0)].reduce((sum, amount) => sum + amount, 0).toFixed(2);
}

function buildTransactions(order: DemoOrder, products: readonly PurchasableProduct[]) {
  if (order.payment === undefined) return [];
  const { gateway, amount } = order.payment;
  return [
    {
      kind: "sale" as const,
      amount: amount === "all" ? computeTotal(order, products) : amount,
      gateway: { title: gateway },
    },
  ];
}

/** Create the orders of the demo store, from the oldest to the latest. */
export async function createDemoOrders(
  tx: Transaction,
  { store, ownerId }: { store: Store; ownerId: number },
  { products, now, deps }: { products: readonly PurchasableProduct[]; now: number; deps: DemoOrdersDeps },
): Promise<void> {
  const { database, addresses, clock, random } = deps;
  const orderSnapshots = createOrderSnapshots(database, addresses.filesOrigin);
  const placingDeps = createPlacingDeps({ database, orderSnapshots, clock, random });
  const customers = await tx.many<Customer>(selectCustomersSql, [store.id]);
  const actor = { kind: "account", id: String(ownerId), scopes: new Set<string>() } as const;
  for (const [index, order] of demoOrders.entries()) {
    const customer = customers.find(({ last_name }) => last_name === order.customerLastName);
    // Orders of earlier days are placed at different times of the day.
    const processedAt = new Date(
      now - order.daysAgo * dayMs - (order.daysAgo === 0 ? 0 : (index % 5) * hourMs),
    );
    const call = { store, actor, request_id: `demo-order-${index + 1}` };
    const body = buildOrderBody(order, { products, customer, processedAt });
    const number = await placingDeps.nextNumber(store.id);
    await placeOrder(placingDeps, tx, { call: { ...call, body }, number, customerId: customer?.id ?? null });
  }
}
