import assert from "node:assert/strict";
import type { HttpResponse, TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "./store-api.ts";

/** An event that was published and not numbered yet. */
export interface InboxEvent {
  topic: string;
  resource_id: number;
  context: string | null;
  trigger_by_app: string | null;
}

/** A store whose catalog a test changes over HTTP, with access to the events that these changes publish. */
export interface CatalogFixture {
  api: StoreApi;
  productIds: number[];
  /** Send a request, assert that the status is 200, and return the JSON. @param path below `/api` */
  expectSuccess<T>(method: string, path: string, json?: object): Promise<T>;
  /** Send a request that must fail, and return the error code, then `path code` of each field error. */
  expectError(method: string, path: string, json?: object): Promise<[string, ...string[]]>;
  /** Run `work` and return the events that it published, sorted by topic and resource id. */
  listEventsPublishedBy(work: () => Promise<unknown>): Promise<InboxEvent[]>;
  /** Get the product over the API. */
  getProduct(id: number): Promise<ProductJson>;
}

export interface ProductJson {
  id: number;
  title: string;
  tags: string[];
  collections: { id: number; title: string; handle: string }[];
  updated_at: string;
}

/** Create a store for catalog tests. @param testPlatform a platform with the role `api`, so that events stay in the inbox */
export async function createCatalogFixture(
  testPlatform: TestPlatform,
  { scopes = ["read_products", "write_products"] as readonly string[] } = {},
): Promise<CatalogFixture> {
  const api = await createStoreApi(testPlatform, { scopes });
  const call = (method: string, path: string, json?: object): Promise<HttpResponse> =>
    api.call(method, path, json === undefined ? {} : { json });
  const expectSuccess = async <T>(method: string, path: string, json?: object): Promise<T> => {
    const response = await call(method, path, json);
    assert.equal(response.status, 200, `${method} ${path}: ${response.text}`);
    return response.json<T>();
  };
  const loadInbox = async (): Promise<(InboxEvent & { id: number })[]> => {
    const text = `
      select id, topic, resource_id, context, trigger_by_app from event_inbox
      where store_id = $1 order by topic, resource_id, id`;
    return await testPlatform.database.many<InboxEvent & { id: number }>(text, [api.store.id]);
  };
  return {
    api,
    productIds: [...new Set(api.store.variants.map(({ product_id }) => product_id))],
    expectSuccess,
    async expectError(method, path, json) {
      const { code, fields = [] } = readError(await call(method, path, json));
      return [code, ...fields.map((field) => `${field.path} ${field.code}`)];
    },
    async listEventsPublishedBy(work) {
      const knownIds = new Set((await loadInbox()).map(({ id }) => id));
      await work();
      return (await loadInbox()).filter(({ id }) => !knownIds.has(id)).map(({ id: _id, ...event }) => event);
    },
    getProduct: async (id) =>
      (await expectSuccess<{ product: ProductJson }>("GET", `/3.0/products/${id}.json`)).product,
  };
}
