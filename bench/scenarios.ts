import type { BenchStore } from "./fixture.ts";
import type { LoadRequest } from "./load/load.ts";
import { orderOfThree } from "./orders/three-line-order.ts";
import { scattered } from "./scattered.ts";

/** The same work requested of the platform and of its floor. */
export interface Scenario {
  name: string;
  title: string;
  /** The least part of the floor's rate that passes (docs/spec/proofs.md#speed). */
  passes: number;
  platform: readonly LoadRequest[];
  floor: readonly LoadRequest[];
  /** Whether both return the same bytes. */
  sameAnswers: boolean;
}

/** The records that are kept as texts. */
interface Kept {
  singular: string;
  plural: string;
  ids: readonly number[];
}

function getRecord({ store_id }: BenchStore, { singular, plural, ids }: Kept): Scenario {
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
const maxPages = 20;

// The first pages of the usual order, the latest change first: while nothing changes that is the youngest first.
function listRecords({ store_id }: BenchStore, { plural, ids }: Kept): Scenario {
  const pages = Math.min(maxPages, Math.ceil(ids.length / pageSize));
  const numbers = scattered(Array.from({ length: pages }, (_, index) => index + 1));
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

function adjustLevel({ store_id, variant_ids, location_id }: BenchStore): Scenario {
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
function placeOrder({ store_id, variant_ids }: BenchStore): Scenario {
  const ids = scattered(variant_ids);
  const bodies = Array.from({ length: Math.floor(ids.length / 3) }, (_, index) =>
    JSON.stringify(orderOfThree(ids.slice(3 * index, 3 * index + 3))),
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

/** Return B1 to B4, in this order: the last two change what the others read. */
export function buildScenarios(store: BenchStore): Scenario[] {
  const products = { singular: "a product", plural: "products", ids: store.product_ids };
  const orders = { singular: "an order", plural: "orders", ids: store.order_ids };
  return [
    getRecord(store, products),
    getRecord(store, orders),
    listRecords(store, products),
    listRecords(store, orders),
    adjustLevel(store),
    placeOrder(store),
  ];
}
