import assert from "node:assert/strict";
import { operations, Refusal } from "@souk/contract";
import type { Database } from "@souk/database";
import { createPracticeApi, type PracticeApi } from "../../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../../demo/practice-shop.ts";
import { seedCatalog } from "../../../demo/seed-catalog.ts";

export interface Level {
  id: number;
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  reserved_inventory_quantity: number;
  updated_at: string;
}

export interface ToldEvent {
  topic: string;
  resource_id: number;
  /** Of an inventory topic; null otherwise. */
  adjustment: string | null;
  quantity: string | null;
  context: string | null;
}

/** A shop with a catalogue, and what tests of stock do there. */
export interface StockDesk {
  api: PracticeApi;
  shop: PracticeShop;
  set(body: object): Promise<Level>;
  adjust(body: object): Promise<Level>;
  reserve(body: object): Promise<Level>;
  batch(lines: readonly object[]): Promise<Level[]>;
  /** Fresh variants of one product, stocked nowhere, in the order of their ids. */
  newVariants(count: number, policy?: "deny" | "continue"): Promise<number[]>;
  /** A third location that is not active. */
  closeLocation(): Promise<number>;
  /** Available at a place; null where the variant is not stocked. */
  quantityAt(variantId: number, locationId: number): Promise<number | null>;
  /** What an action told. */
  told(action: () => Promise<unknown>): Promise<ToldEvent[]>;
  /** The lines of a variant's ledger: field, change, resulting quantity, reason and reference. */
  ledgerOf(variantId: number): Promise<unknown[][]>;
}

/** What an action was refused with; an action that is not refused fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Refusal, String(error));
  return error;
}

/** The paths that a refusal names. */
export function pathsOf({ details }: Refusal): string[] {
  return details.fields?.map(({ path }) => path) ?? [];
}

/** Opens a shop of its own on a database. */
export async function stockDesk(database: Database, handle = "practice"): Promise<StockDesk> {
  const api = createPracticeApi(database);
  const shop = await createPracticeShop(database, { handle });
  const { store } = shop;
  await seedCatalog(database, store.id, 3);
  type One = { inventory_level: Level };
  return {
    api,
    shop,
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
      const { rows } = await database.query<{ id: number }>(text, [store.id, count, policy]);
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
      const { rows } = await database.query<{ n: number }>(text, [store.id, variantId, locationId]);
      return rows[0]?.n ?? null;
    },
    async told(action) {
      const last = "select coalesce(max(id), 0) as id from event_inbox";
      const from = (await database.query<{ id: number }>(last)).rows[0]?.id ?? 0;
      await action();
      const text = `
        select topic, resource_id, payload::json ->> 'adjustment' as adjustment,
          payload::json ->> 'inventory_quantity' as quantity, context
        from event_inbox where store_id = $1 and id > $2 order by id`;
      return (await database.query<ToldEvent>(text, [store.id, from])).rows;
    },
    async ledgerOf(variantId) {
      const text = `select field, change, resulting_quantity, reason, reference from inventory_movements
        where store_id = $1 and variant_id = $2 order by created_at, id`;
      const { rows } = await database.query<Record<string, unknown>>(text, [store.id, variantId]);
      return rows.map((row) => Object.values(row));
    },
  };
}
