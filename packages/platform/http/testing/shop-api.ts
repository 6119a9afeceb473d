import type { Answer, RequestOptions, SeededShop, TestPlatform } from "@souk/testkit";
import { seedShop } from "@souk/testkit";

/** A shop with stock and an app of its own, called as the app calls it. */
export interface ShopApi {
  shop: SeededShop;
  /** The installation's access token. */
  token: string;
  installation_id: number;
  /** A variant and a location that it is stocked at. */
  level: { variant_id: number; location_id: number };
  /**
   * Calls the shop's API with the app's token.
   * @param path below `/api`, for example `/3.0/products.json`
   */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The level's quantity as the database has it. */
  quantity(): Promise<number>;
}

export const usualScopes = ["read_products", "write_products"] as const;

/** Makes a shop with three products at two locations, and an app in it. */
export async function shopApi(
  testing: TestPlatform,
  { scopes = usualScopes as readonly string[] } = {},
): Promise<ShopApi> {
  const shop = await seedShop(testing, { products: 3, locations: 2 });
  const url = `${shop.host_url}/api/console/custom_apps.json`;
  const made = await shop.owner.browser.call("POST", url, { name: "Stock Sync", scopes });
  if (made.status !== 200) throw new Error(`${url} answered ${made.status}: ${made.text}`);
  const { custom_app } = made.json<{ custom_app: { id: number; access_token: string } }>();
  const level = { variant_id: shop.variants[0]?.id ?? 0, location_id: shop.locations[0]?.id ?? 0 };
  const token = custom_app.access_token;
  return {
    shop,
    token,
    installation_id: custom_app.id,
    level,
    call: (method, path, options = {}) =>
      testing.request(`${shop.origin}/api${path}`, { method, token, ...options }),
    async quantity() {
      const { rows } = await testing.database.query<{ n: number }>(
        `select inventory_quantity as n from inventory_levels
         where store_id = $1 and variant_id = $2 and location_id = $3`,
        [shop.id, level.variant_id, level.location_id],
      );
      return rows[0]?.n ?? Number.NaN;
    },
  };
}

/** The error of an answer; what is missing of the one shape fails the test. */
export function errorOf(answer: Answer): ErrorBody {
  const { error } = answer.json<{ error: ErrorBody }>();
  if (error.request_id === "" || error.request_id !== answer.headers["x-request-id"])
    throw new Error(`The request id is not the header's: ${answer.text}`);
  return error;
}

export interface ErrorBody {
  code: string;
  message: string;
  request_id: string;
  fields?: { path: string; message: string }[];
  required_scope?: string;
  current?: unknown;
}
