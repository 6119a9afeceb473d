import type { HttpResponse } from "@souk/testkit";
import type { ConformanceFixture } from "./conformance-fixture.ts";

/** The API of one store as an app calls it. Paths start with the version, for example `/3.0/products.json`. */
export interface StoreApi {
  get(path: string): Promise<HttpResponse>;
  put(path: string, json: unknown): Promise<HttpResponse>;
  post(path: string, json: unknown): Promise<HttpResponse>;
  delete(path: string, json?: unknown): Promise<HttpResponse>;
}

/**
 * Create a client for the API of one store.
 * @param handle the store's handle
 * @param token the value of Service-Access-Token; if undefined, the header is omitted
 */
export function createStoreApi(fixture: ConformanceFixture, handle: string, token?: string): StoreApi {
  const send = (method: string, path: string, json?: unknown): Promise<HttpResponse> =>
    fixture.request(`${fixture.origins.store(handle)}/api${path}`, {
      method,
      ...(token === undefined ? {} : { token }),
      ...(json === undefined ? {} : { json }),
    });
  return {
    get: (path) => send("GET", path),
    put: (path, json) => send("PUT", path, json),
    post: (path, json) => send("POST", path, json),
    delete: (path, json) => send("DELETE", path, json),
  };
}
