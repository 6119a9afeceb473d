import type { Database, Transaction } from "@souk/database";
import type { Addresses, Clock, RandomText, Store } from "@souk/platform";
import {
  createOrderDocuments,
  createPlacingDeps,
  type PlacingCall,
  placeOrder,
} from "@souk/platform/modules/orders";
import type { BoughtProduct } from "../purchasing/fill-purchasing.ts";
import { type DemoOrder, demoOrders } from "./demo-orders.ts";

/** What placing orders needs of the platform. */
interface FillOrdersDeps {
  database: Database;
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
}

interface Buyer {
  id: number;
  last_name: string;
  address: object;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const buyersText = `
  select c.id, c.last_name, to_jsonb(a) - array['store_id', 'id', 'customer_id', 'is_default', 'created_at', 'updated_at'] as address
  from customers c join customer_addresses a on a.store_id = c.store_id and a.customer_id = c.id and a.is_default
  where c.store_id = $1`;

function linesOf({ items }: DemoOrder, products: readonly BoughtProduct[]) {
  return Object.entries(items).map(([title, quantity]) => {
    const [variant_id] = products.find(({ product }) => product.title === title)?.variant_ids ?? [];
    if (variant_id === undefined) throw new Error(`The demo has no product called ${title}.`);
    return { variant_id, quantity };
  });
}

function bodyOf(
  order: DemoOrder,
  { products, buyer, at }: { products: readonly BoughtProduct[]; buyer: Buyer | undefined; at: Date },
): PlacingCall["body"] {
  const { shipping, discount, note, tags, source_name } = order;
  return {
    line_items: linesOf(order, products),
    transactions: paymentsOf(order, products),
    ...(buyer && { customer_id: buyer.id, shipping_address: buyer.address }),
    ...(shipping && { shipping_fees: [{ name: shipping[0], price: shipping[1] }] }),
    ...(discount && { discounts: [{ code: discount[0], type: "percentage", value: discount[1] }] }),
    ...(note !== undefined && { note }),
    ...(tags && { tags: [...tags] }),
    source_name,
    processed_at: at.toISOString(),
    inventory_behaviour: "decrement_ignoring_policy",
  };
}

/** Compute the total of an order without a discount. */
function totalOf({ items, shipping }: DemoOrder, products: readonly BoughtProduct[]): string {
  const prices = new Map(products.map(({ product }) => [product.title, Number(product.price)]));
  const lines = Object.entries(items).map(([title, quantity]) => (prices.get(title) ?? 0) * quantity);
  return [...lines, Number(shipping?.[1] ?? 0)].reduce((sum, amount) => sum + amount, 0).toFixed(2);
}

function paymentsOf(order: DemoOrder, products: readonly BoughtProduct[]) {
  if (order.paid === undefined) return [];
  const { gateway, amount } = order.paid;
  return [
    {
      kind: "sale" as const,
      amount: amount === "all" ? totalOf(order, products) : amount,
      gateway: { title: gateway },
    },
  ];
}

/** Place the orders of the demo, oldest first. */
export async function fillOrders(
  tx: Transaction,
  { store, owner }: { store: Store; owner: number },
  { products, now, deps }: { products: readonly BoughtProduct[]; now: number; deps: FillOrdersDeps },
): Promise<void> {
  const { database, addresses, clock, random } = deps;
  const documents = createOrderDocuments(database, addresses.filesOrigin);
  const placing = createPlacingDeps({ database, documents, clock, random });
  const buyers = await tx.many<Buyer>(buyersText, [store.id]);
  const actor = { kind: "account", id: String(owner), scopes: new Set<string>() } as const;
  for (const [index, order] of demoOrders.entries()) {
    const buyer = buyers.find(({ last_name }) => last_name === order.buyer);
    const at = new Date(now - order.days * dayMs - (order.days === 0 ? 0 : (index % 5) * hourMs));
    const call = { store, actor, request_id: `demo-order-${index + 1}` };
    const body = bodyOf(order, { products, buyer, at });
    const number = await placing.nextNumber(store.id);
    await placeOrder(placing, tx, { call: { ...call, body }, number, customerId: buyer?.id ?? null });
  }
}
