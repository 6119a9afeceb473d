import type { FieldError } from "@souk/contract";
import type { HttpResponse, RequestOptions, SeededStore, TestPlatform } from "@souk/testkit";
import { seedStore } from "@souk/testkit";

/** A store with stock and a custom app. Tests call its API with the app's token. */
export interface StoreApi {
  store: SeededStore;
  /** The installation's access token. */
  token: string;
  installation_id: number;
  /** A variant and a location that has stock of it. */
  level: { variant_id: number; location_id: number };
  /**
   * Call the store's API with the app's token.
   * @param path below `/api`, for example `/3.0/products.json`
   */
  call(method: string, path: string, options?: RequestOptions): Promise<HttpResponse>;
  /** Read the level's quantity from the database. */
  loadQuantity(): Promise<number>;
}

export const defaultScopes = ["read_products", "write_products"] as const;

/** Create a store with three products at two locations, and a custom app with these scopes. */
export async function createStoreApi(
  testPlatform: TestPlatform,
  { scopes = defaultScopes as readonly string[] } = {},
): Promise<StoreApi> {
  const store = await seedStore(testPlatform, { products: 3, locations: 2 });
  const url = `${store.host_url}/api/console/custom_apps.json`;
  const response = await store.owner.browser.call("POST", url, { name: "Stock Sync", scopes });
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${response.text}`);
  const { custom_app } = response.json<{ custom_app: { id: number; access_token: string } }>();
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  const token = custom_app.access_token;
  return {
    store,
    token,
    installation_id: custom_app.id,
    level,
    call: (method, path, options = {}) =>
      testPlatform.request(`${store.origin}/api${path}`, { method, token, ...options }),
    async loadQuantity() {
      const row = await testPlatform.database.maybeOne<{ n: number }>(
        `select inventory_quantity as n from inventory_levels
         where store_id = $1 and variant_id = $2 and location_id = $3`,
        [store.id, level.variant_id, level.location_id],
      );
      return row?.n ?? Number.NaN;
    },
  };
}

/** Return the error in a response, and fail the test if its request id differs from the header. */
export function readError(response: HttpResponse): ErrorBody {
  const { error } = response.json<{ error: ErrorBody }>();
  if (error.request_id === "" || error.request_id !== response.headers["x-request-id"])
    throw new Error(`The error's request_id differs from X-Request-Id: ${response.text}`);
  return error;
}

export interface ErrorBody {
  code: string;
  message: string;
  request_id: string;
  fields?: FieldError[];
  required_scope?: string;
  required_right?: string;
  current?: unknown;
}
