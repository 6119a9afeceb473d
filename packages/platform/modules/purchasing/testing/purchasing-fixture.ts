import assert from "node:assert/strict";
import { type Operation, type OperationResponse, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  type TestCallInput,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { verifyStock } from "../../inventory/index.ts";

export type PurchaseOrder = OperationResponse<typeof operations.getPurchaseOrder>["purchase_order"];
export type Transfer = OperationResponse<typeof operations.getTransfer>["transfer"];

/** The two quantities that purchase orders and transfers change in the level of a variant at a location. */
export interface Stock {
  available: number;
  incoming: number;
}

/** A store with two locations, whose operations are called in process, without HTTP. */
export interface PurchasingFixture {
  db: TestDatabase;
  api: InProcessApi;
  seededStore: TestStore;
  createPurchaseOrder(body: object, app?: string): Promise<PurchaseOrder>;
  createTransfer(body: object): Promise<Transfer>;
  /** Call an operation that returns a purchase order. */
  callOnPurchaseOrder(operation: Operation, id: number, body?: object): Promise<PurchaseOrder>;
  callOnTransfer(operation: Operation, id: number, body?: object): Promise<Transfer>;
  /** Create a product with one variant, with this stock at the primary location. */
  createVariant(quantity?: number, policy?: "deny" | "continue"): Promise<number>;
  /** Delete a variant with its product. */
  deleteVariant(id: number): Promise<void>;
  getStock(variantId: number, locationId: number): Promise<Stock>;
  /** Return the events published since the previous call of `takeEvents`, oldest first. */
  takeEvents(): Promise<
    { topic: string; resource_id: number; context: string | null; payload: string | null }[]
  >;
  /** Assert that levels, ledger, totals and open documents agree. */
  assertConsistent(): Promise<void>;
  /** Create another store on the same database. */
  createOtherStore(): Promise<PurchasingFixture>;
  stop(): Promise<void>;
}

/** Create the fixture. @param options `retriesTransactions`: false if a deadlock must fail the test */
export async function createPurchasingFixture({
  maxConnections = 8,
  retriesTransactions = true,
} = {}): Promise<PurchasingFixture> {
  const db = await createTestDatabase({ maxConnections });
  const api = createInProcessApi(retriesTransactions ? db.database : disableRetries(db.database));
  return buildFixture(db, api, await createTestStore(db.database));
}

// Transactions are retried only with the option `retryable`, which this database does not pass on.
function disableRetries(database: Database): Database {
  return { ...database, transaction: (work) => database.transaction(work) };
}

function buildFixture(db: TestDatabase, api: InProcessApi, seededStore: TestStore): PurchasingFixture {
  let lastEventId = 0;
  const call = <T>(operation: Operation, request: TestCallInput): Promise<T> =>
    api.json<T>(operation, seededStore.store, request);
  return {
    db,
    api,
    seededStore,
    createPurchaseOrder: async (body, app) =>
      (
        await call<{ purchase_order: PurchaseOrder }>(operations.createPurchaseOrder, {
          body,
          ...(app ? { app } : {}),
        })
      ).purchase_order,
    createTransfer: async (body) =>
      (await call<{ transfer: Transfer }>(operations.createTransfer, { body })).transfer,
    callOnPurchaseOrder: async (operation, id, body = {}) =>
      (await call<{ purchase_order: PurchaseOrder }>(operation, { params: { id }, body })).purchase_order,
    callOnTransfer: async (operation, id, body = {}) =>
      (await call<{ transfer: Transfer }>(operation, { params: { id }, body })).transfer,
    createVariant: (quantity = 0, policy = "deny") =>
      insertVariant(db, api, seededStore, { quantity, policy }),
    async deleteVariant(id) {
      const text = "select product_id as id from variants where store_id = $1 and id = $2";
      const row = await db.database.maybeOne<{ id: number }>(text, [seededStore.store.id, id]);
      await api.text(operations.deleteProduct, seededStore.store, { params: { id: row?.id } });
    },
    async getStock(variantId, locationId) {
      const text = `select inventory_quantity as available, incoming_inventory_quantity as incoming
        from inventory_levels where store_id = $1 and variant_id = $2 and location_id = $3`;
      const row = await db.database.maybeOne<Stock>(text, [seededStore.store.id, variantId, locationId]);
      return row ?? { available: 0, incoming: 0 };
    },
    async takeEvents() {
      const text = `select id, topic, resource_id, context, payload from event_inbox
        where store_id = $1 and id > $2 order by id`;
      const rows = await db.database.many<{
        id: number;
        topic: string;
        resource_id: number;
        context: string | null;
        payload: string | null;
      }>(text, [seededStore.store.id, lastEventId]);
      lastEventId = rows.at(-1)?.id ?? lastEventId;
      return rows.map(({ id: _, ...event }) => event);
    },
    assertConsistent: async () => assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []),
    async createOtherStore() {
      const handle = `${seededStore.store.handle.split("-")[0]}-${seededStore.store.id + 1}`;
      return buildFixture(db, api, await createTestStore(db.database, { handle }));
    },
    stop: () => db.stop(),
  };
}

async function insertVariant(
  { database }: TestDatabase,
  api: InProcessApi,
  { store, primaryLocationId }: TestStore,
  { quantity, policy }: { quantity: number; policy: string },
): Promise<number> {
  const text = `
    with product as (
      insert into products (store_id, handle, title) select $1, 'bought-' || count(*), 'Bought ' || count(*)
      from products where store_id = $1 returning id)
    insert into variants (store_id, product_id, sku, cost_price, inventory_policy)
    select $1, id, 'B-' || id, 7.5, $2 from product returning id`;
  const row = await database.maybeOne<{ id: number }>(text, [store.id, policy]);
  const variant_id = row?.id ?? assert.fail("no variant was created");
  if (quantity > 0) {
    const body = { variant_id, location_id: primaryLocationId, quantity };
    await api.text(operations.setInventoryLevel, store, { body });
  }
  return variant_id;
}
