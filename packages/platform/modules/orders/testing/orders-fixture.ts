import assert from "node:assert/strict";
import { type Operation, type OperationResponse, operations } from "@souk/contract";
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

export type OrderDocument = OperationResponse<typeof operations.getOrder>["order"];

/** The two quantities of an inventory level that orders change. */
export interface Stock {
  available: number;
  committed: number;
}

/** An event in the inbox, before the sequencer numbers it. */
export interface PublishedEvent {
  topic: string;
  resource_id: number;
  context: string | null;
  trigger_by_app: string | null;
  payload: string | null;
}

/** A store with two locations, whose operations are called in process, without HTTP. */
export interface OrdersFixture {
  db: TestDatabase;
  api: InProcessApi;
  seededStore: TestStore;
  /** Call an operation and return its response. @throws ApiError */
  call<Response>(operation: Operation, request?: TestCallInput): Promise<Response>;
  /** Place an order as the app with this handle, or as a person if the handle is omitted. */
  placeOrder(body: object, app?: string): Promise<OrderDocument>;
  /** Call an operation on an order and return the order in the response. */
  callOnOrder(operation: Operation, id: number, body?: object): Promise<OrderDocument>;
  getOrder(id: number): Promise<OrderDocument>;
  /** Create a product with one variant, priced at 10.00, with this stock at the primary location. */
  createVariant(quantity?: number, policy?: "deny" | "continue"): Promise<number>;
  setStock(variantId: number, locationId: number, quantity: number): Promise<void>;
  /** Return the stock of a variant, by default at the primary location. */
  getStock(variantId: number, locationId?: number): Promise<Stock>;
  createCustomer(body?: object): Promise<number>;
  /** Return the events published since the last call, oldest first. */
  takeEvents(): Promise<PublishedEvent[]>;
  /** Assert that levels, ledgers, orders and totals agree. */
  assertConsistent(): Promise<void>;
  /** Create another store on the same database. */
  createOtherStore(): Promise<OrdersFixture>;
  stop(): Promise<void>;
}

export async function createOrdersFixture({ maxConnections = 8 } = {}): Promise<OrdersFixture> {
  const db = await createTestDatabase({ maxConnections });
  return buildFixture(db, createInProcessApi(db.database), await createTestStore(db.database));
}

function buildFixture(db: TestDatabase, api: InProcessApi, seededStore: TestStore): OrdersFixture {
  let lastEventId = 0;
  const { store, primaryLocationId } = seededStore;
  const call = <T>(operation: Operation, request: TestCallInput = {}): Promise<T> =>
    api.json<T>(operation, store, request);
  const callForOrder = async (operation: Operation, request: TestCallInput) =>
    (await call<{ order: OrderDocument }>(operation, request)).order;
  const setStock = async (variant_id: number, location_id: number, quantity: number) =>
    void (await api.text(operations.setInventoryLevel, store, {
      body: { variant_id, location_id, quantity },
    }));
  return {
    db,
    api,
    seededStore,
    call,
    placeOrder: (body, app) => callForOrder(operations.createOrder, { body, ...(app ? { app } : {}) }),
    callOnOrder: (operation, id, body = {}) => callForOrder(operation, { params: { id }, body }),
    getOrder: (id) => callForOrder(operations.getOrder, { params: { id } }),
    async createVariant(quantity = 0, policy = "deny") {
      const id = await insertVariant(db, { storeId: store.id, policy });
      if (quantity > 0) await setStock(id, primaryLocationId, quantity);
      return id;
    },
    setStock,
    async getStock(variantId, locationId = primaryLocationId) {
      const text = `select inventory_quantity as available, committed_inventory_quantity as committed
        from inventory_levels where store_id = $1 and variant_id = $2 and location_id = $3`;
      const row = await db.database.maybeOne<Stock>(text, [store.id, variantId, locationId]);
      return row ?? { available: 0, committed: 0 };
    },
    async createCustomer(body = { first_name: "Mei" }) {
      return (await call<{ customer: { id: number } }>(operations.createCustomer, { body })).customer.id;
    },
    async takeEvents() {
      const text = `select id, topic, resource_id, context, trigger_by_app, payload from event_inbox
        where store_id = $1 and id > $2 order by id`;
      const rows = await db.database.many<PublishedEvent & { id: number }>(text, [store.id, lastEventId]);
      lastEventId = rows.at(-1)?.id ?? lastEventId;
      return rows.map(({ id: _, ...event }) => event);
    },
    assertConsistent: async () => assert.deepEqual(await verifyStock(db.database, store.id), []),
    async createOtherStore() {
      const handle = `${seededStore.store.handle.split("-")[0]}-${seededStore.store.id + 1}`;
      return buildFixture(db, api, await createTestStore(db.database, { handle }));
    },
    stop: () => db.stop(),
  };
}

async function insertVariant(
  { database }: TestDatabase,
  { storeId, policy }: { storeId: number; policy: string },
): Promise<number> {
  const text = `
    with product as (
      insert into products (store_id, handle, title, inventory_management)
      select $1, 'sold-' || count(*), 'Sold ' || count(*), 'souk' from products where store_id = $1 returning id)
    insert into variants (store_id, product_id, sku, price, inventory_policy)
    select $1, id, 'S-' || id, 10, $2 from product returning id`;
  const row = await database.maybeOne<{ id: number }>(text, [storeId, policy]);
  return row?.id ?? assert.fail("no variant was created");
}
