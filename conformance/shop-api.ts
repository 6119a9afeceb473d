import type { Answer } from "@souk/testkit";
import type { World } from "./world.ts";

/** The API of one shop as an app calls it. Paths start with the version: `/3.0/products.json`. */
export interface ShopApi {
  get(path: string): Promise<Answer>;
  put(path: string, json: unknown): Promise<Answer>;
  post(path: string, json: unknown): Promise<Answer>;
  delete(path: string, json?: unknown): Promise<Answer>;
}

/**
 * @param handle the shop's handle
 * @param token what goes into Service-Access-Token; none: the header is left out
 */
export function shopApi(world: World, handle: string, token?: string): ShopApi {
  const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
    world.request(`${world.origins.shop(handle)}/api${path}`, {
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
