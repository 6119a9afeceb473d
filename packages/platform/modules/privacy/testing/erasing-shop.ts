import assert from "node:assert/strict";
import type { AnswerOf, operations } from "@souk/contract";
import { eventually, type TestPlatform } from "@souk/testkit";
import { type ShopApi, shopApi } from "../../../http/testing/shop-api.ts";
import { followRequests } from "../follow-requests.ts";

export type Order = AnswerOf<typeof operations.getOrder>["order"];

/** A shop whose customers are erased, called as its app and as its owner. */
export interface ErasingShop {
  api: ShopApi;
  /** What the app is answered; each of its changes has a key of its own. */
  done<T>(method: string, path: string, json?: object): Promise<T>;
  customer(email: string, more?: object): Promise<number>;
  /** Of two units of 5.00. */
  place(more: object): Promise<Order>;
  get(id: number): Promise<Order>;
  erase(id: number): Promise<void>;
  /** Follows requests until one of a customer's is so, as SQL says it. */
  followed(customerId: number, what: string): Promise<void>;
  /** Until an erased customer is out of the logs. */
  scrubbed(customerId: number): Promise<void>;
  /** The tables in which a text stands, in whatever case. */
  tablesWith(text: string): Promise<string[]>;
}

export async function erasingShop(testing: TestPlatform): Promise<ErasingShop> {
  const areas = ["customers", "orders", "fulfillments", "returns"];
  const api = await shopApi(testing, { scopes: areas.flatMap((of) => [`read_${of}`, `write_${of}`]) });
  const { database } = testing;
  let calls = 0;
  const done: ErasingShop["done"] = async (method, path, json) => {
    calls += 1;
    const headers = { "idempotency-key": `call ${calls}` };
    const answer = await api.call(method, path, json ? { json, headers } : {});
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  };
  const followed: ErasingShop["followed"] = async (customerId, what) => {
    const text = `select from privacy_requests where store_id = $1 and customer_id = $2 and ${what}`;
    await eventually(async () => {
      await followRequests(database);
      return (await database.query(text, [api.shop.id, customerId])).rowCount === 1;
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
      const { host_url, owner } = api.shop;
      const erased = await owner.browser.call("POST", `${host_url}/api/console/customers/${id}/erase.json`);
      assert.equal(erased.status, 200, erased.text);
    },
    async tablesWith(text) {
      const { rows } = await database.query<{ name: string }>(
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
