import assert from "node:assert/strict";
import { type Operation, type OperationResponse, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeRequest,
  type PracticeStore,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import { verifyStock } from "../../inventory/index.ts";

export type PurchaseOrder = OperationResponse<typeof operations.getPurchaseOrder>["purchase_order"];
export type Transfer = OperationResponse<typeof operations.getTransfer>["transfer"];

/** The quantities of a level that purchasing changes. */
export interface Stock {
  available: number;
  incoming: number;
}

/** A store with two locations, and purchasing called without HTTP. */
export interface PurchasingFixture {
  db: TestDatabase;
  api: InProcessApi;
  seededStore: PracticeStore;
  order(body: object, app?: string): Promise<PurchaseOrder>;
  transfer(body: object): Promise<Transfer>;
  /** Call an operation that returns a purchase order. */
  onOrder(operation: Operation, id: number, body?: object): Promise<PurchaseOrder>;
  onTransfer(operation: Operation, id: number, body?: object): Promise<Transfer>;
  /** Create a variant of its own product, stocked with this quantity at the primary location. */
  newVariant(quantity?: number, policy?: "deny" | "continue"): Promise<number>;
  /** Delete a variant with its product. */
  deleteVariant(id: number): Promise<void>;
  stock(variantId: number, locationId: number): Promise<Stock>;
  /** Return the topics of the events since the last call, in their order. */
  takeEvents(): Promise<
    { topic: string; resource_id: number; context: string | null; payload: string | null }[]
  >;
  /** Check that levels, ledger, totals and open documents agree. */
  assertSound(): Promise<void>;
  /** Create another store on the same database. */
  another(): Promise<PurchasingFixture>;
  stop(): Promise<void>;
}

/** Create the fixture. @param once whether transactions are not retried, so that a deadlock fails the test */
export async function createPurchasingFixture({
  maxConnections = 8,
  once = false,
} = {}): Promise<PurchasingFixture> {
  const db = await testDatabase({ maxConnections });
  const api = createInProcessApi(once ? withoutRepeating(db.database) : db.database);
  return buildFixture(db, api, await createPracticeStore(db.database));
}

function withoutRepeating(database: Database): Database {
  return { ...database, transaction: (work) => database.transaction(work) };
}

function buildFixture(db: TestDatabase, api: InProcessApi, seededStore: PracticeStore): PurchasingFixture {
  let heard = 0;
  const call = <T>(operation: Operation, request: PracticeRequest): Promise<T> =>
    api.json<T>(operation, seededStore.store, request);
  return {
    db,
    api,
    seededStore,
    order: async (body, app) =>
      (
        await call<{ purchase_order: PurchaseOrder }>(operations.createPurchaseOrder, {
          body,
          ...(app ? { app } : {}),
        })
      ).purchase_order,
    transfer: async (body) =>
      (await call<{ transfer: Transfer }>(operations.createTransfer, { body })).transfer,
    onOrder: async (operation, id, body = {}) =>
      (await call<{ purchase_order: PurchaseOrder }>(operation, { params: { id }, body })).purchase_order,
    onTransfer: async (operation, id, body = {}) =>
      (await call<{ transfer: Transfer }>(operation, { params: { id }, body })).transfer,
    newVariant: (quantity = 0, policy = "deny") => newVariant(db, api, seededStore, { quantity, policy }),
    async deleteVariant(id) {
      const text = "select product_id as id from variants where store_id = $1 and id = $2";
      const row = await db.database.maybeOne<{ id: number }>(text, [seededStore.store.id, id]);
      await api.text(operations.deleteProduct, seededStore.store, { params: { id: row?.id } });
    },
    async stock(variantId, locationId) {
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
      }>(text, [seededStore.store.id, heard]);
      heard = rows.at(-1)?.id ?? heard;
      return rows.map(({ id: _, ...event }) => event);
    },
    assertSound: async () => assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []),
    async another() {
      const handle = `${seededStore.store.handle.split("-")[0]}-${seededStore.store.id + 1}`;
      return buildFixture(db, api, await createPracticeStore(db.database, { handle }));
    },
    stop: () => db.stop(),
  };
}

async function newVariant(
  { database }: TestDatabase,
  api: InProcessApi,
  { store, primary }: PracticeStore,
  { quantity, policy }: { quantity: number; policy: string },
): Promise<number> {
  const text = `
    with made as (
      insert into products (store_id, handle, title) select $1, 'bought-' || count(*), 'Bought ' || count(*)
      from products where store_id = $1 returning id)
    insert into variants (store_id, product_id, sku, cost_price, inventory_policy)
    select $1, id, 'B-' || id, 7.5, $2 from made returning id`;
  const row = await database.maybeOne<{ id: number }>(text, [store.id, policy]);
  const variant_id = row?.id ?? assert.fail("no variant was made");
  if (quantity > 0) {
    const body = { variant_id, location_id: primary, quantity };
    await api.text(operations.setInventoryLevel, store, { body });
  }
  return variant_id;
}
