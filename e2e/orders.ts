import { callConsole, type SeededStore, seedStore } from "@souk/testkit";
import type { E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";

/** The fields of an order that tests of order pages read. */
export interface OrderRecord {
  id: number;
  order_number: string;
  status: string;
  financial_status: string;
  fulfillment_status: string;
  total_price: string;
  amount_due: string;
  total_paid: string;
  total_refund_amount: string;
  line_items: { id: number; quantity: number; fulfilled_quantity: number; refunded_quantity: number }[];
  transactions: { id: number; kind: string; status: string; amount: string; gateway: { type: string } }[];
  fulfillment_orders: { id: number; location_id: number }[];
  fulfillments: { id: number; status: string; tracking_number: string }[];
  refunds: { id: number; status: string; amount: string }[];
  tags: string[];
  remark: string;
  cancel_reason: string;
}

/** A store for tests of order pages. */
export interface OrderFixture {
  store: SeededStore;
  /** Open a page of the store as its owner. */
  openStorePage(path: string): ReturnType<typeof openPage>;
  /** Call an operation of the store as its owner. @returns the response's JSON */
  call<A>(method: string, path: string, json?: object): Promise<A>;
  /** Place an order with these fields. Without `line_items`, the order has one line of 2 units. */
  placeOrder(fields?: object): Promise<OrderRecord>;
  loadOrder(id: number): Promise<OrderRecord>;
}

/** Create a store with three products at two locations and no orders. */
export async function createOrderFixture(fixture: E2eFixture): Promise<OrderFixture> {
  const store = await seedStore(fixture.testPlatform, { products: 3, locations: 2 });
  const { browser } = store.owner;
  const call = <A>(method: string, path: string, json?: object) =>
    callConsole<A>(browser, [method, `${store.host_url}/api/${path}`], json);
  return {
    store,
    openStorePage: (path) => openPage(fixture, browser, `${store.host_url}${path}`),
    call,
    placeOrder: async (fields = {}) => {
      const line_items = [{ variant_id: store.variants[0]?.id, quantity: 2, price: "45.00" }];
      const { order } = await call<{ order: OrderRecord }>("POST", "3.0/orders.json", {
        line_items,
        ...fields,
      });
      return order;
    },
    loadOrder: async (id) => (await call<{ order: OrderRecord }>("GET", `3.0/orders/${id}.json`)).order,
  };
}
