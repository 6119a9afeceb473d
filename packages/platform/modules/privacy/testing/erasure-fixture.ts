import assert from "node:assert/strict";
import type { OperationResponse, operations } from "@souk/contract";
import { eventually, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../../http/testing/store-api.ts";
import { processPrivacyRequests } from "../process-requests.ts";

export type Order = OperationResponse<typeof operations.getOrder>["order"];

/** A store whose customers are erased. Its API is called by an app, and its console by its owner. */
export interface ErasureFixture {
  api: StoreApi;
  /**
   * Call the API as the app with a new idempotency key, fail the test unless the status is 200, and return the response.
   */
  callOk<T>(method: string, path: string, json?: object): Promise<T>;
  /** Create a customer. @returns the customer's id */
  createCustomer(email: string, fields?: object): Promise<number>;
  /** Place an order of two units for 5.00 each, with these fields. */
  placeOrder(fields: object): Promise<Order>;
  getOrder(id: number): Promise<Order>;
  /** Erase a customer in the console. */
  eraseCustomer(id: number): Promise<void>;
  /** Process privacy requests until a customer's request meets an SQL condition. */
  awaitRequest(customerId: number, condition: string): Promise<void>;
  /** Process privacy requests until a customer's erasure is completed, so that the customer is removed from the logs. */
  awaitScrub(customerId: number): Promise<void>;
  /** List the tables that contain a text, regardless of case. */
  findTablesWith(text: string): Promise<string[]>;
}

/** Create a store with an app that has the scopes of customers, orders, fulfillments and returns. */
export async function createErasureFixture(testPlatform: TestPlatform): Promise<ErasureFixture> {
  const areas = ["customers", "orders", "fulfillments", "returns"];
  const api = await createStoreApi(testPlatform, {
    scopes: areas.flatMap((area) => [`read_${area}`, `write_${area}`]),
  });
  const { database } = testPlatform;
  let callCount = 0;
  const callOk: ErasureFixture["callOk"] = async (method, path, json) => {
    callCount += 1;
    const headers = { "idempotency-key": `call ${callCount}` };
    const response = await api.call(method, path, json ? { json, headers } : {});
    assert.equal(response.status, 200, response.text);
    return response.json();
  };
  const awaitRequest: ErasureFixture["awaitRequest"] = async (customerId, condition) => {
    const text = `select from privacy_requests where store_id = $1 and customer_id = $2 and ${condition}`;
    await eventually(async () => {
      await processPrivacyRequests(database);
      return (await database.query(text, [api.store.id, customerId])).rowCount === 1;
    });
  };
  return {
    api,
    callOk,
    awaitRequest,
    awaitScrub: (customerId) => awaitRequest(customerId, "completed_at is not null"),
    async createCustomer(email, fields) {
      const json = { customer: { first_name: "Zubaidah", last_name: "Quex", email, ...fields } };
      return (await callOk<{ customer: { id: number } }>("POST", "/3.0/customers.json", json)).customer.id;
    },
    async placeOrder(fields) {
      const order = { line_items: [{ name: "A tray", price: "5.00", quantity: 2 }], ...fields };
      return (await callOk<{ order: Order }>("POST", "/3.0/orders.json", { order })).order;
    },
    getOrder: async (id) => (await callOk<{ order: Order }>("GET", `/3.0/orders/${id}.json`)).order,
    async eraseCustomer(id) {
      const { host_url, owner } = api.store;
      const response = await owner.browser.call("POST", `${host_url}/api/console/customers/${id}/erase.json`);
      assert.equal(response.status, 200, response.text);
    },
    async findTablesWith(text) {
      const rows = await database.many<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      const matchingTables: string[] = [];
      for (const { name } of rows) {
        const query = `select from ${name} r where position(lower($1) in lower(r::text)) > 0`;
        if ((await database.query(query, [text])).rowCount > 0) matchingTables.push(name);
      }
      return matchingTables;
    },
  };
}
