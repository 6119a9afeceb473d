import assert from "node:assert/strict";
import { ApiError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  createInProcessApi,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestStore,
} from "@souk/testkit";

/** An inventory level as the API returns it, with the fields that tests check. */
export interface Level {
  id: number;
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  reserved_inventory_quantity: number;
  updated_at: string;
}

/** An event in the inbox. */
export interface PublishedEvent {
  topic: string;
  resource_id: number;
  /** The payload's adjustment; null if the topic has none. */
  adjustment: string | null;
  /** The payload's inventory quantity; null if the topic has none. */
  quantity: string | null;
  context: string | null;
}

/** A store with a catalog, and functions that call its stock API. */
export interface StockFixture {
  api: InProcessApi;
  seededStore: TestStore;
  setLevel(body: object): Promise<Level>;
  adjustLevel(body: object): Promise<Level>;
  reserveLevel(body: object): Promise<Level>;
  changeLevels(lines: readonly object[]): Promise<Level[]>;
  /** Create variants that have no levels and belong to the same product. @returns the variants' ids, ascending */
  createVariants(count: number, policy?: "deny" | "continue"): Promise<number[]>;
  /** Create an inactive location. @returns its id */
  createInactiveLocation(): Promise<number>;
  /** Load the available quantity of a variant at a location; null if there is no level. */
  loadQuantity(variantId: number, locationId: number): Promise<number | null>;
  /** Run an action and return the events that it published. */
  captureEvents(action: () => Promise<unknown>): Promise<PublishedEvent[]>;
  /** Load a variant's movements as arrays of field, change, resulting quantity, reason and reference. */
  loadLedger(variantId: number): Promise<unknown[][]>;
}

/** Return the ApiError with which a request is rejected; fail the test if it succeeds. */
export async function expectApiError(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => assert.fail("The request was not rejected."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

/** Return the paths of an error's fields. */
export function getErrorPaths({ details }: ApiError): string[] {
  return details.fields?.map(({ path }) => path) ?? [];
}

/** Create the fixture with a new store. */
export async function createStockFixture(database: Database, handle = "practice"): Promise<StockFixture> {
  const api = createInProcessApi(database);
  const seededStore = await createTestStore(database, { handle });
  const { store } = seededStore;
  await seedCatalog(database, store.id, 3);
  type LevelResponse = { inventory_level: Level };
  return {
    api,
    seededStore,
    setLevel: async (body) =>
      (await api.json<LevelResponse>(operations.setInventoryLevel, store, { body })).inventory_level,
    adjustLevel: async (body) =>
      (await api.json<LevelResponse>(operations.adjustInventoryLevel, store, { body })).inventory_level,
    reserveLevel: async (body) =>
      (await api.json<LevelResponse>(operations.reserveInventoryLevel, store, { body })).inventory_level,
    changeLevels: async (lines) => {
      const request = { body: { inventory_levels: lines } };
      type LevelsResponse = { inventory_levels: Level[] };
      return (await api.json<LevelsResponse>(operations.changeInventoryLevels, store, request))
        .inventory_levels;
    },
    async createVariants(count, policy = "deny") {
      const text = `
        insert into variants (store_id, product_id, inventory_policy)
        select $1, (select min(id) from products where store_id = $1), $3 from generate_series(1, $2::int) returning id`;
      const rows = await database.many<{ id: number }>(text, [store.id, count, policy]);
      return rows.map(({ id }) => id).toSorted((a, b) => a - b);
    },
    async createInactiveLocation() {
      const body = { name: "Closed", is_active: false };
      const response = await api.json<{ location: { id: number } }>(operations.createLocation, store, {
        body,
      });
      return response.location.id;
    },
    async loadQuantity(variantId, locationId) {
      const text = `select inventory_quantity as n from inventory_levels
        where store_id = $1 and variant_id = $2 and location_id = $3`;
      const row = await database.maybeOne<{ n: number }>(text, [store.id, variantId, locationId]);
      return row?.n ?? null;
    },
    async captureEvents(action) {
      const lastEventText = "select coalesce(max(id), 0) as id from event_inbox";
      const lastEventId = (await database.maybeOne<{ id: number }>(lastEventText))?.id ?? 0;
      await action();
      const text = `
        select topic, resource_id, payload::json ->> 'adjustment' as adjustment,
          payload::json ->> 'inventory_quantity' as quantity, context
        from event_inbox where store_id = $1 and id > $2 order by id`;
      return await database.many<PublishedEvent>(text, [store.id, lastEventId]);
    },
    async loadLedger(variantId) {
      const text = `select field, change, resulting_quantity, reason, reference from inventory_movements
        where store_id = $1 and variant_id = $2 order by created_at, id`;
      const rows = await database.many<Record<string, unknown>>(text, [store.id, variantId]);
      return rows.map((row) => Object.values(row));
    },
  };
}
