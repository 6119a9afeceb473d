import type { Shop } from "./ground.ts";
import type { LoadRequest } from "./load/load.ts";
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

function getProduct({ store_id, product_ids }: Shop): Scenario {
  const ids = scattered(product_ids);
  return {
    name: "B1",
    title: "GET a product",
    passes: 0.6,
    platform: ids.map((id) => ({ method: "GET", path: `/api/3.0/products/${id}.json` })),
    floor: ids.map((id) => ({ method: "GET", path: `/${store_id}/products/${id}` })),
    sameAnswers: true,
  };
}

const pageSize = 50;
const mostPages = 20;

// The first pages of the usual order, the latest change first: while nothing changes that is the youngest product first.
function listProducts({ store_id, product_ids }: Shop): Scenario {
  const pages = Math.min(mostPages, Math.ceil(product_ids.length / pageSize));
  const numbers = scattered(Array.from({ length: pages }, (_, at) => at + 1));
  const last = (page: number) => product_ids.at(-1 - (page - 1) * pageSize);
  return {
    name: "B2",
    title: "GET a list of 50 products",
    passes: 0.6,
    platform: numbers.map((page) => ({
      method: "GET",
      path: `/api/3.0/products.json?limit=50&page=${page}`,
    })),
    floor: numbers.map((page) => ({ method: "GET", path: `/${store_id}/pages/${page}/${last(page)}` })),
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

/** B1, B2 and B3, in this order: the last one changes what the others read. */
export function scenariosOf(shop: Shop): Scenario[] {
  return [getProduct(shop), listProducts(shop), adjustLevel(shop)];
}
