import { type Operation, readQuery } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { insertLocation } from "../modules/inventory/index.ts";
import type { Actor } from "../routing/actor.ts";
import type { Call, Store } from "../routing/call.ts";

/** A shop to practise on, with two locations of which the first is primary. */
export interface PracticeShop {
  store: Store;
  primary: number;
  second: number;
}

const text =
  "insert into stores (handle, name, currency_code, timezone) values ($1, $1, $2, $3) returning id";

/** Makes a shop without going through sign-up, for tests and benches. */
export async function createPracticeShop(
  run: Queryable,
  { handle = "practice", currency = "MYR", timezone = "Asia/Kuala_Lumpur" } = {},
): Promise<PracticeShop> {
  const { rows } = await run.query<{ id: number }>(text, [handle, currency, timezone]);
  const id = rows[0]?.id ?? 0;
  const domain = `${handle}.souk.localhost`;
  const host_url = `http://admin.souk.localhost:4000/${handle}`;
  const where = { id, handle, domain, host_url };
  const store = { ...where, timezone, currency_code: currency, rendition: 1, suspended: null };
  const primary = await insertLocation(run, store, { code: "main", name: "Main", is_primary: true });
  const second = await insertLocation(run, store, { code: "second", name: "Second" });
  return { store, primary: primary.id, second: second.id };
}

/** What a practice call carries; a query is written as in an address. */
export interface PracticeRequest {
  params?: object;
  query?: string;
  body?: object;
  /** The app that calls; a merchant when absent. */
  app?: string;
}

/** A call as the pipeline would hand it to a use case, with the query read by the operation's rules. */
export function practiceCall<O extends Operation>(
  operation: O,
  store: Store,
  { params = {}, query = "", body = {}, app }: PracticeRequest = {},
): Call<O> {
  const scopes: ReadonlySet<string> = new Set(["read_products", "write_products"]);
  const actor: Actor = app ? { kind: "app", id: app, scopes } : { kind: "account", id: "1", scopes };
  const read = readQuery(operation.query, [...new URLSearchParams(query)], store.timezone);
  return { actor, request_id: "req_practice", store, params, query: read.value, body } as unknown as Call<O>;
}
