import { consoleCall, type SeededShop, seedShop } from "@souk/testkit";
import { openPage } from "./open-page.ts";
import type { Stage } from "./stage.ts";

/** A shop of which a story about customers is told. */
export interface CustomerShop {
  shop: SeededShop;
  opened(path: string): ReturnType<typeof openPage>;
  /** Calls an operation of the shop as its owner; the answer's only record. */
  call<A>(method: string, path: string, json?: object): Promise<A>;
  /** Writes a customer down; answers the id. */
  customer(fields: object): Promise<number>;
}

export async function openCustomers(stage: Stage): Promise<CustomerShop> {
  const shop = await seedShop(stage.testing, { products: 1, locations: 1 });
  const { browser } = shop.owner;
  const call = <A>(method: string, path: string, json?: object) =>
    consoleCall<A>(browser, [method, `${shop.host_url}/api/${path}`], json);
  await call("PUT", "3.0/store.json", { country_code: "MY" });
  return {
    shop,
    opened: (path) => openPage(stage, browser, `${shop.host_url}${path}`),
    call,
    customer: async (fields) => {
      const { customer } = await call<{ customer: { id: number } }>("POST", "3.0/customers.json", fields);
      return customer.id;
    },
  };
}
