import assert from "node:assert/strict";
import type { Answer, TestPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "./shop-api.ts";

/** An event that was raised and not numbered yet. */
export interface RaisedEvent {
  topic: string;
  resource_id: number;
  context: string | null;
  trigger_by_app: string | null;
}

/** A shop whose catalogue is changed over HTTP, with what that raised. */
export interface CatalogRig {
  api: ShopApi;
  products: number[];
  /** Calls and expects 200. @param path below `/api` */
  done<T>(method: string, path: string, json?: object): Promise<T>;
  /** Calls and expects a refusal: its code, and each field with its sentence. */
  refused(method: string, path: string, json?: object): Promise<[string, ...string[]]>;
  /** What the work raised, in the order of the products. */
  raisedBy(work: () => Promise<unknown>): Promise<RaisedEvent[]>;
  /** The product as the API shows it. */
  product(id: number): Promise<ShownProduct>;
}

export interface ShownProduct {
  id: number;
  title: string;
  tags: string[];
  collections: { id: number; title: string; handle: string }[];
  updated_at: string;
}

/** @param testing a platform with the role `api`, so that events stay where they were raised */
export async function catalogRig(
  testing: TestPlatform,
  { scopes = ["read_products", "write_products"] as readonly string[] } = {},
): Promise<CatalogRig> {
  const api = await shopApi(testing, { scopes });
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
    return (await testing.database.query<RaisedEvent & { id: number }>(text, [api.shop.id])).rows;
  };
  return {
    api,
    products: [...new Set(api.shop.variants.map(({ product_id }) => product_id))],
    done,
    async refused(method, path, json) {
      const { code, fields = [] } = errorOf(await call(method, path, json));
      return [code, ...fields.map(({ path: at, message }) => `${at} ${message}`)];
    },
    async raisedBy(work) {
      const known = new Set((await inbox()).map(({ id }) => id));
      await work();
      return (await inbox()).filter(({ id }) => !known.has(id)).map(({ id: _id, ...event }) => event);
    },
    product: async (id) => (await done<{ product: ShownProduct }>("GET", `/3.0/products/${id}.json`)).product,
  };
}
