import assert from "node:assert/strict";
import type { OperationResponse, operations } from "@souk/contract";
import { eventually, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../../http/testing/store-api.ts";
import { followRequests } from "../follow-requests.ts";

export type Order = OperationResponse<typeof operations.getOrder>["order"];

/** A store whose customers are erased, called as its app and as its owner. */
export interface ErasureFixture {
  api: StoreApi;
  /**
   * Call the API as the app, which must succeed, and return the response; each change has a key of its own.
   */
  done<T>(method: string, path: string, json?: object): Promise<T>;
  customer(email: string, more?: object): Promise<number>;
  /** Place an order of two units for 5.00 each. */
  place(more: object): Promise<Order>;
  get(id: number): Promise<Order>;
  erase(id: number): Promise<void>;
  /** Follow privacy requests until a customer's request meets an SQL condition. */
  followed(customerId: number, what: string): Promise<void>;
  /** Wait until an erased customer is removed from the logs. */
  scrubbed(customerId: number): Promise<void>;
  /** List the tables that contain a text, in upper or lower case. */
  tablesWith(text: string): Promise<string[]>;
}

export async function createErasureFixture(testing: TestPlatform): Promise<ErasureFixture> {
  const areas = ["customers", "orders", "fulfillments", "returns"];
  const api = await createStoreApi(testing, {
    scopes: areas.flatMap((area) => [`read_${area}`, `write_${area}`]),
  });
  const { database } = testing;
  let calls = 0;
  const done: ErasureFixture["done"] = async (method, path, json) => {
    calls += 1;
    const headers = { "idempotency-key": `call ${calls}` };
    const answer = await api.call(method, path, json ? { json, headers } : {});
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  };
  const followed: ErasureFixture["followed"] = async (customerId, what) => {
    const text = `select from privacy_requests where store_id = $1 and customer_id = $2 and ${what}`;
    await eventually(async () => {
      await followRequests(database);
      return (await database.query(text, [api.store.id, customerId])).rowCount === 1;
    });
  };
  return {
    api,
    done,
    followed,
    scrubbed: (customerId) => followed(customerId, "completed_at is not null"),
    async customer(email, more) {
      const made = { customer: { first_name: "Zubaidah", last_name: "Quex", email, ...more } };
      return (await done<{ customer: { id: number } }>("POST", "/3.0/customers.json", made)).customer.id;
    },
    async place(more) {
      const order = { line_items: [{ name: "A tray", price: "5.00", quantity: 2 }], ...more };
      return (await done<{ order: Order }>("POST", "/3.0/orders.json", { order })).order;
    },
    get: async (id) => (await done<{ order: Order }>("GET", `/3.0/orders/${id}.json`)).order,
    async erase(id) {
      const { host_url, owner } = api.store;
      const erased = await owner.browser.call("POST", `${host_url}/api/console/customers/${id}/erase.json`);
      assert.equal(erased.status, 200, erased.text);
    },
    async tablesWith(text) {
      const rows = await database.many<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      const found: string[] = [];
      for (const { name } of rows) {
        const query = `select from ${name} r where position(lower($1) in lower(r::text)) > 0`;
        if ((await database.query(query, [text])).rowCount > 0) found.push(name);
      }
      return found;
    },
  };
}
