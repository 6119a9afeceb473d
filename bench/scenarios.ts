import type { Shop } from "./ground.ts";
import type { LoadRequest } from "./load/load.ts";
import { orderOfThree } from "./orders/order-of-three.ts";
import { scattered } from "./scattered.ts";

/** The same work asked of the platform and of its floor. */
export interface Scenario {
  name: string;
  title: string;
  /** The least part of the floor's rate that passes (proofs.md, "Speed"). */
  passes: number;
  platform: readonly LoadRequest[];
  floor: readonly LoadRequest[];
  /** Both answer the same bytes. */
  sameAnswers: boolean;
}

/** Records that are kept as texts. */
interface Kept {
  singular: string;
  plural: string;
  ids: readonly number[];
}

function getRecord({ store_id }: Shop, { singular, plural, ids }: Kept): Scenario {
  const order = scattered(ids);
  return {
    name: "B1",
    title: `GET ${singular}`,
    passes: 0.6,
    platform: order.map((id) => ({ method: "GET", path: `/api/3.0/${plural}/${id}.json` })),
    floor: order.map((id) => ({ method: "GET", path: `/${store_id}/${plural}/${id}` })),
    sameAnswers: true,
  };
}

const pageSize = 50;
const mostPages = 20;

// The first pages of the usual order, the latest change first: while nothing changes that is the youngest first.
function listRecords({ store_id }: Shop, { plural, ids }: Kept): Scenario {
  const pages = Math.min(mostPages, Math.ceil(ids.length / pageSize));
  const numbers = scattered(Array.from({ length: pages }, (_, at) => at + 1));
  const last = (page: number) => ids.at(-1 - (page - 1) * pageSize);
  return {
    name: "B2",
    title: `GET a list of 50 ${plural}`,
    passes: 0.6,
    platform: numbers.map((page) => ({
      method: "GET",
      path: `/api/3.0/${plural}.json?limit=50&page=${page}`,
    })),
    floor: numbers.map((page) => ({
      method: "GET",
      path: `/${store_id}/${plural}/pages/${page}/${last(page)}`,
    })),
    sameAnswers: true,
  };
}

function adjustLevel({ store_id, variant_ids, location_id }: Shop): Scenario {
  const bodies = scattered(variant_ids).map((variant_id) =>
    JSON.stringify({ variant_id, location_id, adjustment_quantity: 1 }),
  );
  return {
    name: "B3",
    title: "PUT inventory adjust",
    passes: 0.5,
    platform: bodies.map((body) => ({ method: "PUT", path: "/api/4.0/inventory_levels/adjust.json", body })),
    floor: bodies.map((body) => ({ method: "PUT", path: `/${store_id}/levels`, body })),
    sameAnswers: false,
  };
}

// Of three products each; a variant is ordered again only when all were.
function placeOrder({ store_id, variant_ids }: Shop): Scenario {
  const ids = scattered(variant_ids);
  const bodies = Array.from({ length: Math.floor(ids.length / 3) }, (_, at) =>
    JSON.stringify(orderOfThree(ids.slice(3 * at, 3 * at + 3))),
  );
  return {
    name: "B4",
    title: "POST an order of 3 lines",
    passes: 0.5,
    platform: bodies.map((body) => ({ method: "POST", path: "/api/3.0/orders.json", body })),
    floor: bodies.map((body) => ({ method: "POST", path: `/${store_id}/orders`, body })),
    sameAnswers: false,
  };
}

/** B1 to B4, in this order: the last two change what the others read. */
export function scenariosOf(shop: Shop): Scenario[] {
  const products = { singular: "a product", plural: "products", ids: shop.product_ids };
  const orders = { singular: "an order", plural: "orders", ids: shop.order_ids };
  return [
    getRecord(shop, products),
    getRecord(shop, orders),
    listRecords(shop, products),
    listRecords(shop, orders),
    adjustLevel(shop),
    placeOrder(shop),
  ];
}
