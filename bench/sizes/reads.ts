import { encodeIdCursor } from "@souk/contract";
import type { LoadRequest } from "../load/load.ts";
import { scatter } from "../scatter.ts";
import type { SizedStore } from "./sized-store.ts";

/** A kind of read that is measured in each store, with requests for that store's records. */
export interface Read {
  title: string;
  requests: readonly LoadRequest[];
}

/** The number of records per page that the reads of lists request. */
export const pageSize = 50;
// The maximum number of different records in the requests of one read: as many as the small store has. In the large store,
// these records are picked evenly over all records.
export const maxSampledIds = 10_000;

/** Pick `count` items evenly over all items. @returns them in a seemingly random order */
export function pickEvenly<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return scatter(items.filter((_, index) => index % step === 0).slice(0, count));
}

export const createGetRequest = (path: string): LoadRequest => ({ method: "GET", path });
const createProductRequest = (path: string): LoadRequest => createGetRequest(`/api/3.0/products${path}`);
const createLevelsRequest = (query: string): LoadRequest =>
  createGetRequest(`/api/4.0/inventory_levels.json?${query}`);

/** Build the reads of products and their stock. */
export function buildProductReads(store: SizedStore): Read[] {
  const { product_ids, variant_ids, level_ids, location_id, changedSince } = store;
  const lastPage = Math.ceil(product_ids.length / pageSize);
  const indexBeforeLastPage = level_ids.length - pageSize - 1;
  const lastPageCursor = encodeIdCursor({
    id: level_ids[indexBeforeLastPage] ?? 0,
    seenCount: indexBeforeLastPage + 1,
  });
  // Each group has `pageSize` consecutive sampled ids. A group that reaches the last id continues with the first ids.
  const variantGroups = pickEvenly(variant_ids, maxSampledIds).map((_, index, sampledIds) =>
    sampledIds
      .slice(index, index + pageSize)
      .concat(sampledIds.slice(0, Math.max(0, index + pageSize - sampledIds.length))),
  );
  return [
    {
      title: "GET a product",
      requests: pickEvenly(product_ids, maxSampledIds).map((id) => createProductRequest(`/${id}.json`)),
    },
    { title: "products, page 1", requests: [createProductRequest(".json?limit=50")] },
    { title: "products, last page", requests: [createProductRequest(`.json?limit=50&page=${lastPage}`)] },
    { title: "products since_id, first page", requests: [createProductRequest(".json?limit=50&since_id=1")] },
    {
      title: "products since_id, last page",
      requests: [createProductRequest(`.json?limit=50&since_id=${product_ids.at(-pageSize)}`)],
    },
    {
      title: "products changed lately",
      requests: [createProductRequest(`.json?limit=50&updated_at_min=${changedSince}`)],
    },
    {
      title: "variants of a product",
      requests: pickEvenly(product_ids, maxSampledIds).map((id) =>
        createProductRequest(`/${id}/variants.json`),
      ),
    },
    {
      title: "levels of 50 variants",
      requests: variantGroups.slice(0, 200).map((ids) => createLevelsRequest(`variant_ids=${ids.join()}`)),
    },
    {
      title: "levels by cursor, first page",
      requests: [createLevelsRequest(`location_ids=${location_id}&limit=50`)],
    },
    {
      title: "levels by cursor, last page",
      requests: [createLevelsRequest(`location_ids=${location_id}&limit=50&cursor=${lastPageCursor}`)],
    },
    {
      title: "movements, first page",
      requests: [createGetRequest("/api/4.0/inventory_movements.json?limit=50")],
    },
  ];
}
