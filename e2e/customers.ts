import { consoleCall, type SeededStore, seedStore } from "@souk/testkit";
import type { E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";

/** A store for tests about customers. */
export interface CustomerFixture {
  store: SeededStore;
  opened(path: string): ReturnType<typeof openPage>;
  /** Call an operation of the store as its owner; returns the only record of the response. */
  call<A>(method: string, path: string, json?: object): Promise<A>;
  /** Create a customer; returns the id. */
  customer(fields: object): Promise<number>;
}

export async function openCustomers(fixture: E2eFixture): Promise<CustomerFixture> {
  const store = await seedStore(fixture.testing, { products: 1, locations: 1 });
  const { browser } = store.owner;
  const call = <A>(method: string, path: string, json?: object) =>
    consoleCall<A>(browser, [method, `${store.host_url}/api/${path}`], json);
  await call("PUT", "3.0/store.json", { country_code: "MY" });
  return {
    store,
    opened: (path) => openPage(fixture, browser, `${store.host_url}${path}`),
    call,
    customer: async (fields) => {
      const { customer } = await call<{ customer: { id: number } }>("POST", "3.0/customers.json", fields);
      return customer.id;
    },
  };
}
