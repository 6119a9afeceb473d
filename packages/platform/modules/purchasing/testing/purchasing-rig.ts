import assert from "node:assert/strict";
import { type AnswerOf, type Operation, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../../../demo/practice-api.ts";
import { createPracticeShop, type PracticeRequest, type PracticeShop } from "../../../demo/practice-shop.ts";
import { verifyStock } from "../../inventory/index.ts";

export type PurchaseOrder = AnswerOf<typeof operations.getPurchaseOrder>["purchase_order"];
export type Transfer = AnswerOf<typeof operations.getTransfer>["transfer"];

/** The four quantities of a level, of which these move here. */
export interface Stock {
  available: number;
  incoming: number;
}

/** A shop with two locations, and purchasing called without HTTP. */
export interface PurchasingRig {
  db: TestDatabase;
  api: PracticeApi;
  shop: PracticeShop;
  order(body: object, app?: string): Promise<PurchaseOrder>;
  transfer(body: object): Promise<Transfer>;
  /** Any operation about purchase orders that answers one. */
  onOrder(operation: Operation, id: number, body?: object): Promise<PurchaseOrder>;
  onTransfer(operation: Operation, id: number, body?: object): Promise<Transfer>;
  /** A variant of its own product, stocked with so many at the primary location. */
  newVariant(quantity?: number, policy?: "deny" | "continue"): Promise<number>;
  /** Deletes a variant with its product. */
  deleteVariant(id: number): Promise<void>;
  stock(variantId: number, locationId: number): Promise<Stock>;
  /** The topics of the events since the last call, in their order. */
  told(): Promise<{ topic: string; resource_id: number; context: string | null; payload: string | null }[]>;
  /** Levels, ledger, totals and open documents say the same. */
  assertSound(): Promise<void>;
  /** Another shop on the same database. */
  another(): Promise<PurchasingRig>;
  stop(): Promise<void>;
}

/** @param once nothing is run again after a deadlock, which fails the test then */
export async function purchasingRig({ maxConnections = 8, once = false } = {}): Promise<PurchasingRig> {
  const db = await testDatabase({ maxConnections });
  const api = createPracticeApi(once ? withoutRepeating(db.database) : db.database);
  return rigIn(db, api, await createPracticeShop(db.database));
}

function withoutRepeating(database: Database): Database {
  return { ...database, transaction: (work) => database.transaction(work) };
}

function rigIn(db: TestDatabase, api: PracticeApi, shop: PracticeShop): PurchasingRig {
  let heard = 0;
  const call = <T>(operation: Operation, request: PracticeRequest): Promise<T> =>
    api.json<T>(operation, shop.store, request);
  return {
    db,
    api,
    shop,
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
    newVariant: (quantity = 0, policy = "deny") => newVariant(db, api, shop, { quantity, policy }),
    async deleteVariant(id) {
      const text = "select product_id as id from variants where store_id = $1 and id = $2";
      const { rows } = await db.database.query<{ id: number }>(text, [shop.store.id, id]);
      await api.text(operations.deleteProduct, shop.store, { params: { id: rows[0]?.id } });
    },
    async stock(variantId, locationId) {
      const text = `select inventory_quantity as available, incoming_inventory_quantity as incoming
        from inventory_levels where store_id = $1 and variant_id = $2 and location_id = $3`;
      const { rows } = await db.database.query<Stock>(text, [shop.store.id, variantId, locationId]);
      return rows[0] ?? { available: 0, incoming: 0 };
    },
    async told() {
      const text = `select id, topic, resource_id, context, payload from event_inbox
        where store_id = $1 and id > $2 order by id`;
      const { rows } = await db.database.query<{
        id: number;
        topic: string;
        resource_id: number;
        context: string | null;
        payload: string | null;
      }>(text, [shop.store.id, heard]);
      heard = rows.at(-1)?.id ?? heard;
      return rows.map(({ id: _, ...event }) => event);
    },
    assertSound: async () => assert.deepEqual(await verifyStock(db.database, shop.store.id), []),
    async another() {
      const handle = `${shop.store.handle.split("-")[0]}-${shop.store.id + 1}`;
      return rigIn(db, api, await createPracticeShop(db.database, { handle }));
    },
    stop: () => db.stop(),
  };
}

async function newVariant(
  { database }: TestDatabase,
  api: PracticeApi,
  { store, primary }: PracticeShop,
  { quantity, policy }: { quantity: number; policy: string },
): Promise<number> {
  const text = `
    with made as (
      insert into products (store_id, handle, title) select $1, 'bought-' || count(*), 'Bought ' || count(*)
      from products where store_id = $1 returning id)
    insert into variants (store_id, product_id, sku, cost_price, inventory_policy)
    select $1, id, 'B-' || id, 7.5, $2 from made returning id`;
  const { rows } = await database.query<{ id: number }>(text, [store.id, policy]);
  const variant_id = rows[0]?.id ?? assert.fail("no variant was made");
  if (quantity > 0) {
    const body = { variant_id, location_id: primary, quantity };
    await api.text(operations.setInventoryLevel, store, { body });
  }
  return variant_id;
}
