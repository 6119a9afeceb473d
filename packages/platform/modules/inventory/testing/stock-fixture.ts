import assert from "node:assert/strict";
import { ApiError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
} from "@souk/testkit";

export interface Level {
  id: number;
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  reserved_inventory_quantity: number;
  updated_at: string;
}

export interface PublishedEvent {
  topic: string;
  resource_id: number;
  /** The adjustment of an inventory topic; null otherwise. */
  adjustment: string | null;
  quantity: string | null;
  context: string | null;
}

/** A store with a catalog, and the stock actions of tests. */
export interface StockFixture {
  api: InProcessApi;
  seededStore: PracticeStore;
  set(body: object): Promise<Level>;
  adjust(body: object): Promise<Level>;
  reserve(body: object): Promise<Level>;
  batch(lines: readonly object[]): Promise<Level[]>;
  /** Create variants of one product, stocked nowhere, in the order of their ids. */
  newVariants(count: number, policy?: "deny" | "continue"): Promise<number[]>;
  /** Create a third location that is not active. */
  closeLocation(): Promise<number>;
  /** Return the available quantity at a place; null where the variant is not stocked. */
  quantityAt(variantId: number, locationId: number): Promise<number | null>;
  /** Return the events published by an action. */
  captureEvents(action: () => Promise<unknown>): Promise<PublishedEvent[]>;
  /** Load the lines of a variant's ledger: field, change, resulting quantity, reason and reference. */
  loadLedger(variantId: number): Promise<unknown[][]>;
}

/** Return the error of an action; an action without an error fails the test. */
export async function expectApiError(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

/** Return the paths that an error names. */
export function getErrorPaths({ details }: ApiError): string[] {
  return details.fields?.map(({ path }) => path) ?? [];
}

/** Create a store of its own on a database. */
export async function createStockFixture(database: Database, handle = "practice"): Promise<StockFixture> {
  const api = createInProcessApi(database);
  const seededStore = await createPracticeStore(database, { handle });
  const { store } = seededStore;
  await seedCatalog(database, store.id, 3);
  type One = { inventory_level: Level };
  return {
    api,
    seededStore,
    set: async (body) => (await api.json<One>(operations.setInventoryLevel, store, { body })).inventory_level,
    adjust: async (body) =>
      (await api.json<One>(operations.adjustInventoryLevel, store, { body })).inventory_level,
    reserve: async (body) =>
      (await api.json<One>(operations.reserveInventoryLevel, store, { body })).inventory_level,
    batch: async (lines) => {
      const request = { body: { inventory_levels: lines } };
      type Many = { inventory_levels: Level[] };
      return (await api.json<Many>(operations.changeInventoryLevels, store, request)).inventory_levels;
    },
    async newVariants(count, policy = "deny") {
      const text = `
        insert into variants (store_id, product_id, inventory_policy)
        select $1, (select min(id) from products where store_id = $1), $3 from generate_series(1, $2::int) returning id`;
      const rows = await database.many<{ id: number }>(text, [store.id, count, policy]);
      return rows.map(({ id }) => id).toSorted((a, b) => a - b);
    },
    async closeLocation() {
      const body = { name: "Closed", is_active: false };
      const made = await api.json<{ location: { id: number } }>(operations.createLocation, store, { body });
      return made.location.id;
    },
    async quantityAt(variantId, locationId) {
      const text = `select inventory_quantity as n from inventory_levels
        where store_id = $1 and variant_id = $2 and location_id = $3`;
      const row = await database.maybeOne<{ n: number }>(text, [store.id, variantId, locationId]);
      return row?.n ?? null;
    },
    async captureEvents(action) {
      const last = "select coalesce(max(id), 0) as id from event_inbox";
      const from = (await database.maybeOne<{ id: number }>(last))?.id ?? 0;
      await action();
      const text = `
        select topic, resource_id, payload::json ->> 'adjustment' as adjustment,
          payload::json ->> 'inventory_quantity' as quantity, context
        from event_inbox where store_id = $1 and id > $2 order by id`;
      return await database.many<PublishedEvent>(text, [store.id, from]);
    },
    async loadLedger(variantId) {
      const text = `select field, change, resulting_quantity, reason, reference from inventory_movements
        where store_id = $1 and variant_id = $2 order by created_at, id`;
      const rows = await database.many<Record<string, unknown>>(text, [store.id, variantId]);
      return rows.map((row) => Object.values(row));
    },
  };
}
