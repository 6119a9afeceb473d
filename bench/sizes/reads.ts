import { encodeIdCursor } from "@souk/contract";
import type { LoadRequest } from "../load/load.ts";
import { scatter } from "../scatter.ts";
import type { SizedStore } from "./sized-store.ts";

/** A read of a store, with the same requests at every size. */
export interface Read {
  title: string;
  requests: readonly LoadRequest[];
}

export const pageSize = 50;
// The number of records of the small store. In the large store, the same number is picked evenly over all records.
export const maxSampledIds = 10_000;

/** Pick `count` items evenly over all items. @returns them in a seemingly random order */
export function pickEvenly<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return scatter(items.filter((_, index) => index % step === 0).slice(0, count));
}

export const createGet = (path: string): LoadRequest => ({ method: "GET", path });
const createProductGet = (path: string): LoadRequest => createGet(`/api/3.0/products${path}`);
const createLevelsGet = (query: string): LoadRequest => createGet(`/api/4.0/inventory_levels.json?${query}`);

/** Build the reads of products and their stock. */
export function buildProductReads(store: SizedStore): Read[] {
  const { product_ids, variant_ids, level_ids, location_id, changedSince } = store;
  const lastPage = Math.ceil(product_ids.length / pageSize);
  const lastLevelIndex = level_ids.length - pageSize - 1;
  const cursor = encodeIdCursor({ id: level_ids[lastLevelIndex] ?? 0, seenCount: lastLevelIndex + 1 });
  const variantGroups = pickEvenly(variant_ids, maxSampledIds).map((_, index, sampledIds) =>
    sampledIds
      .slice(index, index + pageSize)
      .concat(sampledIds.slice(0, Math.max(0, index + pageSize - sampledIds.length))),
  );
  return [
    {
      title: "GET a product",
      requests: pickEvenly(product_ids, maxSampledIds).map((id) => createProductGet(`/${id}.json`)),
    },
    { title: "products, page 1", requests: [createProductGet(".json?limit=50")] },
    { title: "products, last page", requests: [createProductGet(`.json?limit=50&page=${lastPage}`)] },
    { title: "products since_id, first page", requests: [createProductGet(".json?limit=50&since_id=1")] },
    {
      title: "products since_id, last page",
      requests: [createProductGet(`.json?limit=50&since_id=${product_ids.at(-pageSize)}`)],
    },
    {
      title: "products changed lately",
      requests: [createProductGet(`.json?limit=50&updated_at_min=${changedSince}`)],
    },
    {
      title: "variants of a product",
      requests: pickEvenly(product_ids, maxSampledIds).map((id) => createProductGet(`/${id}/variants.json`)),
    },
    {
      title: "levels of 50 variants",
      requests: variantGroups.slice(0, 200).map((ids) => createLevelsGet(`variant_ids=${ids.join()}`)),
    },
    {
      title: "levels by cursor, first page",
      requests: [createLevelsGet(`location_ids=${location_id}&limit=50`)],
    },
    {
      title: "levels by cursor, last page",
      requests: [createLevelsGet(`location_ids=${location_id}&limit=50&cursor=${cursor}`)],
    },
    { title: "movements, first page", requests: [createGet("/api/4.0/inventory_movements.json?limit=50")] },
  ];
}
