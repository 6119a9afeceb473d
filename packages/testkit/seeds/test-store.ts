import { type Operation, parseQuery, scopeNames } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor, Call, Store } from "@souk/platform";
import { insertLocation } from "@souk/platform/modules/inventory";

/** A store for tests and benchmarks, with the ids of its primary location and its second location. */
export interface TestStore {
  store: Store;
  primaryLocationId: number;
  secondLocationId: number;
}

const text =
  "insert into stores (handle, name, currency_code, timezone) values ($1, $1, $2, $3) returning id";

/** Create a store with two locations by SQL, without sign-up. For tests and benchmarks. */
export async function createTestStore(
  db: Queryable,
  { handle = "practice", currency = "MYR", timezone = "Asia/Kuala_Lumpur" } = {},
): Promise<TestStore> {
  const row = await db.maybeOne<{ id: number }>(text, [handle, currency, timezone]);
  const id = row?.id ?? 0;
  const domain = `${handle}.souk.localhost`;
  const host_url = `http://admin.souk.localhost:4000/${handle}`;
  const identity = { id, handle, domain, host_url };
  const store = { ...identity, timezone, currency_code: currency, display_version: 1, suspended: null };
  const primaryLocation = await insertLocation(db, store, { code: "main", name: "Main", is_primary: true });
  const secondLocation = await insertLocation(db, store, { code: "second", name: "Second" });
  return { store, primaryLocationId: primaryLocation.id, secondLocationId: secondLocation.id };
}

/** The input of a call that does not use HTTP. */
export interface TestCallInput {
  params?: object;
  /** The query string, as in a URL. */
  query?: string;
  body?: object;
  /** Handle of the calling app. If omitted, a merchant calls. */
  app?: string;
}

/** Create the call that the HTTP server would pass to an operation's handler. The query is parsed as the operation defines it. */
export function createTestCall<O extends Operation>(
  operation: O,
  store: Store,
  { params = {}, query = "", body = {}, app }: TestCallInput = {},
): Call<O> {
  const scopes: ReadonlySet<string> = new Set(scopeNames);
  const actor: Actor = app ? { kind: "app", id: app, scopes } : { kind: "account", id: "1", scopes };
  const parsedQuery = parseQuery(operation.query, [...new URLSearchParams(query)], store.timezone);
  return {
    actor,
    request_id: "req_practice",
    store,
    params,
    query: parsedQuery.value,
    body,
  } as unknown as Call<O>;
}
