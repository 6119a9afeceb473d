import { type Operation, parseQuery } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Actor, Call, Store } from "@souk/platform";
import { insertLocation } from "@souk/platform/modules/inventory";

/** A store of a test or bench, with two locations of which the first is primary. */
export interface PracticeStore {
  store: Store;
  primary: number;
  second: number;
}

const text =
  "insert into stores (handle, name, currency_code, timezone) values ($1, $1, $2, $3) returning id";

/** Create a store without sign-up, for tests and benches. */
export async function createPracticeStore(
  db: Queryable,
  { handle = "practice", currency = "MYR", timezone = "Asia/Kuala_Lumpur" } = {},
): Promise<PracticeStore> {
  const row = await db.maybeOne<{ id: number }>(text, [handle, currency, timezone]);
  const id = row?.id ?? 0;
  const domain = `${handle}.souk.localhost`;
  const host_url = `http://admin.souk.localhost:4000/${handle}`;
  const where = { id, handle, domain, host_url };
  const store = { ...where, timezone, currency_code: currency, display_version: 1, suspended: null };
  const primary = await insertLocation(db, store, { code: "main", name: "Main", is_primary: true });
  const second = await insertLocation(db, store, { code: "second", name: "Second" });
  return { store, primary: primary.id, second: second.id };
}

/** The input of a practice call; the query is written as in a URL. */
export interface PracticeRequest {
  params?: object;
  query?: string;
  body?: object;
  /** The calling app; absent: a merchant calls. */
  app?: string;
}

/** Build the call that the HTTP pipeline would pass to a use case, with the query parsed by the operation's rules. */
export function practiceCall<O extends Operation>(
  operation: O,
  store: Store,
  { params = {}, query = "", body = {}, app }: PracticeRequest = {},
): Call<O> {
  const scopes: ReadonlySet<string> = new Set(["read_products", "write_products"]);
  const actor: Actor = app ? { kind: "app", id: app, scopes } : { kind: "account", id: "1", scopes };
  const read = parseQuery(operation.query, [...new URLSearchParams(query)], store.timezone);
  return { actor, request_id: "req_practice", store, params, query: read.value, body } as unknown as Call<O>;
}
