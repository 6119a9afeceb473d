import type { Page } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import type { Store } from "../../routing/call.ts";
import { type SuspensionColumns, suspensionOf } from "../../suspension.ts";

/** The columns of a store that every request about it needs. */
export interface StoreRow extends SuspensionColumns {
  id: number;
  handle: string;
  timezone: string;
  currency_code: string;
  rendition: number;
}

/** A store with what one of its people sees of it. */
export interface OwnStoreRow extends StoreRow {
  name: string;
  role: "owner" | "manager" | "staff";
  created_at: Date;
}

/** A member's rights in one store; `scopes` count for the role `staff` only. */
export interface Membership {
  role: "owner" | "manager" | "staff";
  scopes: readonly string[];
}

/** The store of a row, with its addresses. */
export function storeOf(row: StoreRow, addresses: Addresses): Store {
  const { id, handle, timezone, currency_code, rendition } = row;
  return {
    id,
    handle,
    domain: addresses.shopHost(handle),
    host_url: addresses.hostUrl(handle),
    timezone,
    currency_code,
    rendition,
    suspended: suspensionOf(row),
  };
}

const selectStore =
  "select id, handle, timezone, currency_code, rendition, suspended_at, suspended_reason from stores";

/** Finds a store by its handle (SVC-1); null when there is none. */
export async function findStore(run: Queryable, handle: string, addresses: Addresses): Promise<Store | null> {
  const statement = { name: "store_by_handle", text: `${selectStore} where handle = $1` };
  const { rows } = await run.query<StoreRow>(statement, [handle]);
  return rows[0] ? storeOf(rows[0], addresses) : null;
}

/** Finds a store by its id; null when there is none. */
export async function findStoreById(run: Queryable, id: number, addresses: Addresses): Promise<Store | null> {
  const statement = { name: "store_by_id", text: `${selectStore} where id = $1` };
  const { rows } = await run.query<StoreRow>(statement, [id]);
  return rows[0] ? storeOf(rows[0], addresses) : null;
}

/** What an account may do in a store; null when it is no member. */
export async function membershipOf(
  run: Queryable,
  storeId: number,
  accountId: number,
): Promise<Membership | null> {
  const text = "select role, scopes from memberships where store_id = $1 and account_id = $2";
  const { rows } = await run.query<Membership>({ name: "membership", text }, [storeId, accountId]);
  return rows[0] ?? null;
}

/** The name of a time zone as this database spells it; null when it knows none of that name. */
export async function findTimeZone(run: Queryable, zone: string): Promise<string | null> {
  const text = "select name from pg_timezone_names where lower(name) = lower($1) limit 1";
  const { rows } = await run.query<{ name: string }>(text, [zone]);
  return rows[0]?.name ?? null;
}

export interface NewStore {
  handle: string;
  name: string;
  email: string;
  currency_code: string;
  timezone: string;
}

/** Inserts a store; null when its handle is taken. */
export async function insertStore(run: Queryable, store: NewStore): Promise<OwnStoreRow | null> {
  const text = `
    insert into stores (handle, name, email, currency_code, timezone) values ($1, $2, $3, $4, $5)
    on conflict (handle) do nothing
    returning id, handle, name, timezone, currency_code, rendition, suspended_at, suspended_reason, created_at,
      'owner' as role`;
  const values = [store.handle, store.name, store.email, store.currency_code, store.timezone];
  const { rows } = await run.query<OwnStoreRow>(text, values);
  return rows[0] ?? null;
}

/** Makes an account a member of a store. */
export async function insertMembership(
  run: Queryable,
  member: { store_id: number; account_id: number; role: Membership["role"] },
): Promise<void> {
  const text = "insert into memberships (store_id, account_id, role) values ($1, $2, $3)";
  await run.query(text, [member.store_id, member.account_id, member.role]);
}

/** The head of the store's event log: numbering starts with it. */
export async function insertEventHead(run: Queryable, storeId: number): Promise<void> {
  await run.query("insert into event_heads (store_id) values ($1)", [storeId]);
}

/** How many stores an account belongs to. */
export async function countStoresOf(run: Queryable, accountId: number): Promise<number> {
  const text = "select count(*) as count from memberships where account_id = $1";
  const { rows } = await run.query<{ count: number }>(text, [accountId]);
  return rows[0]?.count ?? 0;
}

/** One page of an account's stores, the oldest first. */
export async function selectStoresOf(run: Queryable, accountId: number, page: Page): Promise<OwnStoreRow[]> {
  const text = `
    select store.id, store.handle, store.name, store.timezone, store.currency_code, store.rendition,
      store.suspended_at, store.suspended_reason, store.created_at, membership.role
    from memberships membership join stores store on store.id = membership.store_id
    where membership.account_id = $1
    order by store.id limit $2 offset $3`;
  const values = [accountId, page.limit, (page.page - 1) * page.limit];
  return (await run.query<OwnStoreRow>(text, values)).rows;
}

/** What a store calls itself. */
export async function storeName(run: Queryable, storeId: number): Promise<string> {
  const { rows } = await run.query<{ name: string }>("select name from stores where id = $1", [storeId]);
  return rows[0]?.name ?? "";
}

/** What a store calls itself, and where customers reach it; the address may be empty. */
export async function storeContact(
  run: Queryable,
  storeId: number,
): Promise<{ name: string; email: string }> {
  const statement = { name: "store_contact", text: "select name, email from stores where id = $1" };
  const { rows } = await run.query<{ name: string; email: string }>(statement, [storeId]);
  return rows[0] ?? { name: "", email: "" };
}
