import assert from "node:assert/strict";
import type { Answer, TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "./store-api.ts";

/** An event that was published and not numbered yet. */
export interface RaisedEvent {
  topic: string;
  resource_id: number;
  context: string | null;
  trigger_by_app: string | null;
}

/** A store whose catalog is changed over HTTP, with the events that this publishes. */
export interface CatalogFixture {
  api: StoreApi;
  products: number[];
  /** Call and expect 200. @param path below `/api` */
  done<T>(method: string, path: string, json?: object): Promise<T>;
  /** Call and expect an error; returns its code, and each field with its sentence. */
  expectError(method: string, path: string, json?: object): Promise<[string, ...string[]]>;
  /** Return the events that the work published, in the order of the products. */
  raisedBy(work: () => Promise<unknown>): Promise<RaisedEvent[]>;
  /** Read the product as the API shows it. */
  product(id: number): Promise<ShownProduct>;
}

export interface ShownProduct {
  id: number;
  title: string;
  tags: string[];
  collections: { id: number; title: string; handle: string }[];
  updated_at: string;
}

/** Create the fixture. @param testing a platform with the role `api`, so that events stay in the inbox */
export async function createCatalogFixture(
  testing: TestPlatform,
  { scopes = ["read_products", "write_products"] as readonly string[] } = {},
): Promise<CatalogFixture> {
  const api = await createStoreApi(testing, { scopes });
  const call = (method: string, path: string, json?: object): Promise<Answer> =>
    api.call(method, path, json === undefined ? {} : { json });
  const done = async <T>(method: string, path: string, json?: object): Promise<T> => {
    const answer = await call(method, path, json);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.json<T>();
  };
  const inbox = async (): Promise<(RaisedEvent & { id: number })[]> => {
    const text = `
      select id, topic, resource_id, context, trigger_by_app from event_inbox
      where store_id = $1 order by topic, resource_id, id`;
    return await testing.database.many<RaisedEvent & { id: number }>(text, [api.store.id]);
  };
  return {
    api,
    products: [...new Set(api.store.variants.map(({ product_id }) => product_id))],
    done,
    async expectError(method, path, json) {
      const { code, fields = [] } = readError(await call(method, path, json));
      return [code, ...fields.map((field) => `${field.path} ${field.code}`)];
    },
    async raisedBy(work) {
      const known = new Set((await inbox()).map(({ id }) => id));
      await work();
      return (await inbox()).filter(({ id }) => !known.has(id)).map(({ id: _id, ...event }) => event);
    },
    product: async (id) => (await done<{ product: ShownProduct }>("GET", `/3.0/products/${id}.json`)).product,
  };
}
