import type { BenchStore } from "./fixture.ts";
import type { LoadRequest } from "./load/load.ts";
import { buildThreeLineOrder } from "./orders/three-line-order.ts";
import { scatter } from "./scatter.ts";

/** Requests to the platform, and requests to its floor, the minimal program that does the same reads and writes. */
export interface Scenario {
  /** The name of the benchmark, for example B1. */
  name: string;
  title: string;
  /** The fraction of the floor's rate that the platform must reach (docs/spec/proofs.md#speed). */
  minRatio: number;
  platform: readonly LoadRequest[];
  floor: readonly LoadRequest[];
  /** Whether the platform and its floor return the same bytes. */
  hasSameResponses: boolean;
}

/** A resource with stored snapshots. */
interface StoredRecords {
  singular: string;
  plural: string;
  ids: readonly number[];
}

function buildGetScenario({ store_id }: BenchStore, { singular, plural, ids }: StoredRecords): Scenario {
  const scatteredIds = scatter(ids);
  return {
    name: "B1",
    title: `GET ${singular}`,
    minRatio: 0.6,
    platform: scatteredIds.map((id) => ({ method: "GET", path: `/api/3.0/${plural}/${id}.json` })),
    floor: scatteredIds.map((id) => ({ method: "GET", path: `/${store_id}/${plural}/${id}` })),
    hasSameResponses: true,
  };
}

const pageSize = 50;
const maxPages = 20;

// The first pages of the default list, sorted by last change. While nothing changes, the newest records come first.
function buildListScenario({ store_id }: BenchStore, { plural, ids }: StoredRecords): Scenario {
  const pages = Math.min(maxPages, Math.ceil(ids.length / pageSize));
  const pageNumbers = scatter(Array.from({ length: pages }, (_, index) => index + 1));
  const getFirstListedId = (page: number) => ids.at(-1 - (page - 1) * pageSize);
  return {
    name: "B2",
    title: `GET a list of 50 ${plural}`,
    minRatio: 0.6,
    platform: pageNumbers.map((page) => ({
      method: "GET",
      path: `/api/3.0/${plural}.json?limit=50&page=${page}`,
    })),
    floor: pageNumbers.map((page) => ({
      method: "GET",
      path: `/${store_id}/${plural}/pages/${page}/${getFirstListedId(page)}`,
    })),
    hasSameResponses: true,
  };
}

function buildAdjustScenario({ store_id, variant_ids, location_id }: BenchStore): Scenario {
  const bodies = scatter(variant_ids).map((variant_id) =>
    JSON.stringify({ variant_id, location_id, adjustment_quantity: 1 }),
  );
  return {
    name: "B3",
    title: "PUT inventory adjust",
    minRatio: 0.5,
    platform: bodies.map((body) => ({ method: "PUT", path: "/api/4.0/inventory_levels/adjust.json", body })),
    floor: bodies.map((body) => ({ method: "PUT", path: `/${store_id}/levels`, body })),
    hasSameResponses: false,
  };
}

// Each order has variants of three products. A variant is ordered again only after all other variants were ordered.
function buildOrderScenario({ store_id, variant_ids }: BenchStore): Scenario {
  const ids = scatter(variant_ids);
  const bodies = Array.from({ length: Math.floor(ids.length / 3) }, (_, index) =>
    JSON.stringify(buildThreeLineOrder(ids.slice(3 * index, 3 * index + 3))),
  );
  return {
    name: "B4",
    title: "POST an order of 3 lines",
    minRatio: 0.5,
    platform: bodies.map((body) => ({ method: "POST", path: "/api/3.0/orders.json", body })),
    floor: bodies.map((body) => ({ method: "POST", path: `/${store_id}/orders`, body })),
    hasSameResponses: false,
  };
}

/** Build the scenarios B1 to B4. They must run in this order, because B3 and B4 change what B1 and B2 read. */
export function buildScenarios(store: BenchStore): Scenario[] {
  const products = { singular: "a product", plural: "products", ids: store.product_ids };
  const orders = { singular: "an order", plural: "orders", ids: store.order_ids };
  return [
    buildGetScenario(store, products),
    buildGetScenario(store, orders),
    buildListScenario(store, products),
    buildListScenario(store, orders),
    buildAdjustScenario(store),
    buildOrderScenario(store),
  ];
}
