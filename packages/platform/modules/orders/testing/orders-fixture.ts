import assert from "node:assert/strict";
import { type Operation, type OperationResponse, operations } from "@souk/contract";
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

export type OrderDocument = OperationResponse<typeof operations.getOrder>["order"];

/** The quantities of a level that orders move. */
export interface Stock {
  available: number;
  committed: number;
}

/** An event before it is numbered. */
export interface PublishedEvent {
  topic: string;
  resource_id: number;
  context: string | null;
  trigger_by_app: string | null;
  payload: string | null;
}

/** A store with two locations whose orders are called without HTTP. */
export interface OrdersFixture {
  db: TestDatabase;
  api: InProcessApi;
  seededStore: PracticeStore;
  /** Call an operation and return its response. @throws ApiError */
  call<Response>(operation: Operation, request?: PracticeRequest): Promise<Response>;
  /** Place an order. */
  place(body: object, app?: string): Promise<OrderDocument>;
  /** Call an operation on an order and return the order. */
  callOnOrder(operation: Operation, id: number, body?: object): Promise<OrderDocument>;
  get(id: number): Promise<OrderDocument>;
  /** Create a variant of its own product, for 10.00, with this stock at the primary location. */
  newVariant(quantity?: number, policy?: "deny" | "continue"): Promise<number>;
  setStock(variantId: number, locationId: number, quantity: number): Promise<void>;
  stock(variantId: number, locationId?: number): Promise<Stock>;
  newCustomer(body?: object): Promise<number>;
  /** Return the events published since the last call, oldest first. */
  takeEvents(): Promise<PublishedEvent[]>;
  /** Assert that levels, ledgers, orders and totals agree. */
  assertConsistent(): Promise<void>;
  /** Create another store on the same database. */
  createOtherStore(): Promise<OrdersFixture>;
  stop(): Promise<void>;
}

export async function createOrdersFixture({ maxConnections = 8 } = {}): Promise<OrdersFixture> {
  const db = await testDatabase({ maxConnections });
  return buildFixture(db, createInProcessApi(db.database), await createPracticeStore(db.database));
}

function buildFixture(db: TestDatabase, api: InProcessApi, seededStore: PracticeStore): OrdersFixture {
  let lastEventId = 0;
  const { store, primary } = seededStore;
  const call = <T>(operation: Operation, request: PracticeRequest = {}): Promise<T> =>
    api.json<T>(operation, store, request);
  const order = async (operation: Operation, request: PracticeRequest) =>
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
    place: (body, app) => order(operations.createOrder, { body, ...(app ? { app } : {}) }),
    callOnOrder: (operation, id, body = {}) => order(operation, { params: { id }, body }),
    get: (id) => order(operations.getOrder, { params: { id } }),
    async newVariant(quantity = 0, policy = "deny") {
      const id = await insertVariant(db, { storeId: store.id, policy });
      if (quantity > 0) await setStock(id, primary, quantity);
      return id;
    },
    setStock,
    async stock(variantId, locationId = primary) {
      const text = `select inventory_quantity as available, committed_inventory_quantity as committed
        from inventory_levels where store_id = $1 and variant_id = $2 and location_id = $3`;
      const row = await db.database.maybeOne<Stock>(text, [store.id, variantId, locationId]);
      return row ?? { available: 0, committed: 0 };
    },
    async newCustomer(body = { first_name: "Mei" }) {
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
      return buildFixture(db, api, await createPracticeStore(db.database, { handle }));
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
