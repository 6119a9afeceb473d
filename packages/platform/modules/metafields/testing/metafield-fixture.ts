import assert from "node:assert/strict";
import {
  type HttpResponse,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../../http/testing/store-api.ts";

/** A metafield as the API returns it. */
export interface Metafield {
  id: number;
  owner_resource: string;
  owner_id: number;
  namespace: string;
  key: string;
  value: unknown;
  value_type: string;
  description: string;
  is_private: boolean;
  created_at: string;
  updated_at: string;
}

/**
 * An access token by its purpose. `other` belongs to a second app. All remaining tokens belong to one app and have different scopes.
 * `bare` has no scope that metafields require.
 */
type Token = "all" | "products" | "bare" | "readStore" | "writeStore" | "other";

/** A record that has metafields, with the path of its metafields in the API. */
interface Owner {
  path: string;
  resource: string;
  id: number;
}

/** A store in which two apps change the metafields of several kinds of records. */
export interface MetafieldFixture {
  store: SeededStore;
  /** The app of all tokens except `other`. */
  app: SeededApp;
  ownerRecords: Owner[];
  call(token: Token, method: string, path: string, json?: object): Promise<HttpResponse>;
  /** Send a request, assert that the status is 200, and return the JSON. */
  request<T>(token: Token, method: string, path: string, json?: object): Promise<T>;
  /** Send a request that must fail. Return the error code, the missing scope if there is one, and `path code` of each field error. */
  getErrors(token: Token, method: string, path: string, json?: object): Promise<string[]>;
  /** Create a metafield of the record with this path. */
  create(token: Token, path: string, json: object): Promise<Metafield>;
  /** List metafields and return their keys. Assert that the count endpoint returns the same number. */
  listKeys(token: Token, path: string, query?: string): Promise<string[]>;
}

async function createTokens(
  testPlatform: TestPlatform,
  store: SeededStore,
  app: SeededApp,
): Promise<Record<Token, string>> {
  const otherApp = await registerApp(testPlatform, "http://localhost:1");
  const grant = async (app: SeededApp, ...scopes: string[]) =>
    (await installApp(testPlatform, { store, app, ...(scopes.length === 0 ? {} : { scopes }) })).token;
  // Except for `other`, each grant is another token of the same installation, with its own scopes.
  return {
    all: await grant(app),
    products: await grant(app, "read_products", "write_products"),
    bare: await grant(app, "read_customers"),
    readStore: await grant(app, "read_store"),
    writeStore: await grant(app, "write_store"),
    other: await grant(otherApp),
  };
}

function listOwners({ id, variants, locations }: SeededStore, collectionId: number): Owner[] {
  const variantId = variants[0]?.id ?? 0;
  const productId = variants[0]?.product_id ?? 0;
  const locationId = locations[1]?.id ?? 0;
  return [
    { path: "/metafields", resource: "store", id },
    { path: `/products/${productId}/metafields`, resource: "product", id: productId },
    { path: `/variants/${variantId}/metafields`, resource: "variant", id: variantId },
    { path: `/collections/${collectionId}/metafields`, resource: "collection", id: collectionId },
    { path: `/locations/${locationId}/metafields`, resource: "location", id: locationId },
  ];
}

/** Create a store with a product, a variant, a collection and a location, and install two apps in it. */
export async function createMetafieldFixture(testPlatform: TestPlatform): Promise<MetafieldFixture> {
  const store = await seedStore(testPlatform, { products: 3, locations: 2 });
  const app = await registerApp(testPlatform, "http://localhost:1");
  const tokens = await createTokens(testPlatform, store, app);
  const call: MetafieldFixture["call"] = (token, method, path, json) =>
    testPlatform.request(`${store.origin}/api/3.0${path}`, {
      method,
      token: tokens[token],
      ...(json === undefined ? {} : { json }),
    });
  const request: MetafieldFixture["request"] = async (token, method, path, json) => {
    const response = await call(token, method, path, json);
    assert.equal(response.status, 200, `${method} ${path}: ${response.text}`);
    return response.json();
  };
  const response = await call("all", "POST", "/collections.json", { title: "Gifts" });
  const collectionId = response.json<{ collection: { id: number } }>().collection.id;
  return {
    store,
    app,
    ownerRecords: listOwners(store, collectionId),
    call,
    request,
    async getErrors(token, method, path, json) {
      const { code, fields = [], required_scope } = readError(await call(token, method, path, json));
      const scope = required_scope === undefined ? [] : [required_scope];
      return [code, ...scope, ...fields.map((field) => `${field.path} ${field.code}`)];
    },
    create: async (token, path, json) =>
      (await request<{ metafield: Metafield }>(token, "POST", `${path}.json`, { metafield: json })).metafield,
    async listKeys(token, path, query = "") {
      type Page = { metafields: Metafield[]; total_count: number };
      const list = await request<Page>(token, "GET", `${path}.json?${query}`);
      const { count } = await request<{ count: number }>(token, "GET", `${path}/count.json?${query}`);
      assert.equal(count, list.total_count, path);
      return list.metafields.map(({ key }) => key);
    },
  };
}
