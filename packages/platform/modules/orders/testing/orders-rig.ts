import assert from "node:assert/strict";
import { type AnswerOf, type Operation, operations } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../../../demo/practice-api.ts";
import { createPracticeShop, type PracticeRequest, type PracticeShop } from "../../../demo/practice-shop.ts";
import { verifyStock } from "../../inventory/index.ts";

export type OrderDocument = AnswerOf<typeof operations.getOrder>["order"];

/** What of a level orders move. */
export interface Stock {
  available: number;
  committed: number;
}

/** An event before it is numbered. */
export interface Told {
  topic: string;
  resource_id: number;
  context: string | null;
  trigger_by_app: string | null;
  payload: string | null;
}

/** A shop with two locations, and orders called without HTTP. */
export interface OrdersRig {
  db: TestDatabase;
  api: PracticeApi;
  shop: PracticeShop;
  /** An operation, with what it answers. @throws Refusal */
  call<Answer>(operation: Operation, request?: PracticeRequest): Promise<Answer>;
  /** Places an order. */
  place(body: object, app?: string): Promise<OrderDocument>;
  /** An operation of one order that answers it. */
  on(operation: Operation, id: number, body?: object): Promise<OrderDocument>;
  get(id: number): Promise<OrderDocument>;
  /** A variant of its own product, for 10.00, stocked with so many at the primary location. */
  newVariant(quantity?: number, policy?: "deny" | "continue"): Promise<number>;
  setStock(variantId: number, locationId: number, quantity: number): Promise<void>;
  stock(variantId: number, locationId?: number): Promise<Stock>;
  newCustomer(body?: object): Promise<number>;
  /** The events since the last call, in their order. */
  told(): Promise<Told[]>;
  /** Levels, ledgers, orders and totals say the same. */
  assertSound(): Promise<void>;
  /** Another shop on the same database. */
  another(): Promise<OrdersRig>;
  stop(): Promise<void>;
}

export async function ordersRig({ maxConnections = 8 } = {}): Promise<OrdersRig> {
  const db = await testDatabase({ maxConnections });
  return rigIn(db, createPracticeApi(db.database), await createPracticeShop(db.database));
}

function rigIn(db: TestDatabase, api: PracticeApi, shop: PracticeShop): OrdersRig {
  let heard = 0;
  const { store, primary } = shop;
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
    shop,
    call,
    place: (body, app) => order(operations.createOrder, { body, ...(app ? { app } : {}) }),
    on: (operation, id, body = {}) => order(operation, { params: { id }, body }),
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
      const { rows } = await db.database.query<Stock>(text, [store.id, variantId, locationId]);
      return rows[0] ?? { available: 0, committed: 0 };
    },
    async newCustomer(body = { first_name: "Mei" }) {
      return (await call<{ customer: { id: number } }>(operations.createCustomer, { body })).customer.id;
    },
    async told() {
      const text = `select id, topic, resource_id, context, trigger_by_app, payload from event_inbox
        where store_id = $1 and id > $2 order by id`;
      const { rows } = await db.database.query<Told & { id: number }>(text, [store.id, heard]);
      heard = rows.at(-1)?.id ?? heard;
      return rows.map(({ id: _, ...event }) => event);
    },
    assertSound: async () => assert.deepEqual(await verifyStock(db.database, store.id), []),
    async another() {
      const handle = `${shop.store.handle.split("-")[0]}-${shop.store.id + 1}`;
      return rigIn(db, api, await createPracticeShop(db.database, { handle }));
    },
    stop: () => db.stop(),
  };
}

async function insertVariant(
  { database }: TestDatabase,
  { storeId, policy }: { storeId: number; policy: string },
): Promise<number> {
  const text = `
    with made as (
      insert into products (store_id, handle, title, inventory_management)
      select $1, 'sold-' || count(*), 'Sold ' || count(*), 'souk' from products where store_id = $1 returning id)
    insert into variants (store_id, product_id, sku, price, inventory_policy)
    select $1, id, 'S-' || id, 10, $2 from made returning id`;
  const { rows } = await database.query<{ id: number }>(text, [storeId, policy]);
  return rows[0]?.id ?? assert.fail("no variant was made");
}
