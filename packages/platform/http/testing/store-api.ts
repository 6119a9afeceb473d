import type { FieldError } from "@souk/contract";
import type { Answer, RequestOptions, SeededStore, TestPlatform } from "@souk/testkit";
import { seedStore } from "@souk/testkit";

/** A store with stock and an app of its own, called as the app calls it. */
export interface StoreApi {
  store: SeededStore;
  /** The installation's access token. */
  token: string;
  installation_id: number;
  /** A variant and a location that it is stocked at. */
  level: { variant_id: number; location_id: number };
  /**
   * Call the store's API with the app's token.
   * @param path below `/api`, for example `/3.0/products.json`
   */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Read the level's quantity from the database. */
  quantity(): Promise<number>;
}

export const usualScopes = ["read_products", "write_products"] as const;

/** Create a store with three products at two locations, and an app in it. */
export async function createStoreApi(
  testing: TestPlatform,
  { scopes = usualScopes as readonly string[] } = {},
): Promise<StoreApi> {
  const store = await seedStore(testing, { products: 3, locations: 2 });
  const url = `${store.host_url}/api/console/custom_apps.json`;
  const made = await store.owner.browser.call("POST", url, { name: "Stock Sync", scopes });
  if (made.status !== 200) throw new Error(`${url} answered ${made.status}: ${made.text}`);
  const { custom_app } = made.json<{ custom_app: { id: number; access_token: string } }>();
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  const token = custom_app.access_token;
  return {
    store,
    token,
    installation_id: custom_app.id,
    level,
    call: (method, path, options = {}) =>
      testing.request(`${store.origin}/api${path}`, { method, token, ...options }),
    async quantity() {
      const row = await testing.database.maybeOne<{ n: number }>(
        `select inventory_quantity as n from inventory_levels
         where store_id = $1 and variant_id = $2 and location_id = $3`,
        [store.id, level.variant_id, level.location_id],
      );
      return row?.n ?? Number.NaN;
    },
  };
}

/** Return the error of a response; anything missing from the one error shape fails the test. */
export function readError(answer: Answer): ErrorBody {
  const { error } = answer.json<{ error: ErrorBody }>();
  if (error.request_id === "" || error.request_id !== answer.headers["x-request-id"])
    throw new Error(`The request id is not the header's: ${answer.text}`);
  return error;
}

export interface ErrorBody {
  code: string;
  message: string;
  request_id: string;
  fields?: FieldError[];
  required_scope?: string;
  current?: unknown;
}
