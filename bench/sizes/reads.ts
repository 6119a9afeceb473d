import { encodeIdCursor } from "@souk/contract";
import type { LoadRequest } from "../load/load.ts";
import { scattered } from "../scattered.ts";
import type { SizedStore } from "./sized-store.ts";

/** One way of reading a store, the same at every size. */
export interface Read {
  title: string;
  requests: readonly LoadRequest[];
}

export const pageSize = 50;
// As many as the smaller store has, spread over the whole of any store.
export const asked = 10_000;

/** Return as many items, evenly over all of them, in a seemingly random order. */
export function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return scattered(items.filter((_, index) => index % step === 0).slice(0, count));
}

export const get = (path: string): LoadRequest => ({ method: "GET", path });
const product = (path: string): LoadRequest => get(`/api/3.0/products${path}`);
const levels = (query: string): LoadRequest => get(`/api/4.0/inventory_levels.json?${query}`);

/** Return the reads of products, and of their stock. */
export function productReads(store: SizedStore): Read[] {
  const { product_ids, variant_ids, level_ids, location_id, recently } = store;
  const lastPage = Math.ceil(product_ids.length / pageSize);
  const lastLevels = level_ids.length - pageSize - 1;
  const cursor = encodeIdCursor({ id: level_ids[lastLevels] ?? 0, seenCount: lastLevels + 1 });
  const fifty = spread(variant_ids, asked).map((_, index, all) =>
    all.slice(index, index + pageSize).concat(all.slice(0, Math.max(0, index + pageSize - all.length))),
  );
  return [
    { title: "GET a product", requests: spread(product_ids, asked).map((id) => product(`/${id}.json`)) },
    { title: "products, page 1", requests: [product(".json?limit=50")] },
    { title: "products, last page", requests: [product(`.json?limit=50&page=${lastPage}`)] },
    { title: "products since_id, first page", requests: [product(".json?limit=50&since_id=1")] },
    {
      title: "products since_id, last page",
      requests: [product(`.json?limit=50&since_id=${product_ids.at(-pageSize)}`)],
    },
    { title: "products changed lately", requests: [product(`.json?limit=50&updated_at_min=${recently}`)] },
    {
      title: "variants of a product",
      requests: spread(product_ids, asked).map((id) => product(`/${id}/variants.json`)),
    },
    {
      title: "levels of 50 variants",
      requests: fifty.slice(0, 200).map((ids) => levels(`variant_ids=${ids.join()}`)),
    },
    { title: "levels by cursor, first page", requests: [levels(`location_ids=${location_id}&limit=50`)] },
    {
      title: "levels by cursor, last page",
      requests: [levels(`location_ids=${location_id}&limit=50&cursor=${cursor}`)],
    },
    { title: "movements, first page", requests: [get("/api/4.0/inventory_movements.json?limit=50")] },
  ];
}
