import { callConsole, type SeededStore, seedStore } from "@souk/testkit";
import type { E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";

/** A store for tests of customer pages. */
export interface CustomerFixture {
  store: SeededStore;
  /** Open a page of the store as its owner. */
  openStorePage(path: string): ReturnType<typeof openPage>;
  /** Call an operation of the store as its owner. @param path relative to `/api/` @returns the response's JSON */
  call<A>(method: string, path: string, json?: object): Promise<A>;
  /** Create a customer. @returns the id */
  createCustomer(fields: object): Promise<number>;
}

/** Create a store in Malaysia with one product and no customers. */
export async function createCustomerFixture(fixture: E2eFixture): Promise<CustomerFixture> {
  const store = await seedStore(fixture.testPlatform, { products: 1, locations: 1 });
  const { browser } = store.owner;
  const call = <A>(method: string, path: string, json?: object) =>
    callConsole<A>(browser, [method, `${store.host_url}/api/${path}`], json);
  await call("PUT", "3.0/store.json", { country_code: "MY" });
  return {
    store,
    openStorePage: (path) => openPage(fixture, browser, `${store.host_url}${path}`),
    call,
    createCustomer: async (fields) => {
      const { customer } = await call<{ customer: { id: number } }>("POST", "3.0/customers.json", fields);
      return customer.id;
    },
  };
}
