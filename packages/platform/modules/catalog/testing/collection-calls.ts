import type { CatalogFixture } from "../../../http/testing/catalog-fixture.ts";

/** A collection as the API returns it. */
export interface Collection {
  id: number;
  title: string;
  handle: string;
  image_url: string | null;
  position: number;
  parent_id: number | null;
  products_count: number;
  is_published: boolean;
  created_at: string;
  updated_at: string;
}

/** Calls that read and write collections. A call that does not succeed fails the test. */
export interface CollectionCalls {
  createCollection(json: object): Promise<Collection>;
  getCollection(id: number): Promise<Collection>;
  updateCollection(id: number, json: object): Promise<Collection>;
  /** Add a product to a collection. */
  createCollect(collection_id: number, product_id: number): Promise<unknown>;
}

export function createCollectionCalls({ expectSuccess }: CatalogFixture): CollectionCalls {
  const callForCollection = async (method: string, path: string, json?: object) =>
    (await expectSuccess<{ collection: Collection }>(method, path, json)).collection;
  return {
    createCollection: (json) => callForCollection("POST", "/3.0/collections.json", json),
    getCollection: (id) => callForCollection("GET", `/3.0/collections/${id}.json`),
    updateCollection: (id, json) => callForCollection("PUT", `/3.0/collections/${id}.json`, json),
    createCollect: (collection_id, product_id) =>
      expectSuccess("POST", "/3.0/collects.json", { collect: { collection_id, product_id } }),
  };
}
