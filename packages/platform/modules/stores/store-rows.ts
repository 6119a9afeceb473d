import { getRoleRights, type Page, type Right, type Role } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type SuspensionColumns, toSuspension } from "../../infrastructure/suspension.ts";
import type { Addresses } from "../../runtime/addresses.ts";

/** The columns of a store that every request about it needs. */
export interface StoreRow extends SuspensionColumns {
  id: number;
  handle: string;
  timezone: string;
  currency_code: string;
  display_version: number;
}

/** A store's row as one of its members sees it, with the member's role. */
export interface OwnStoreRow extends StoreRow {
  name: string;
  role: Role;
  created_at: Date;
}

/** A member's role and rights in one store. */
export interface Membership {
  role: Role;
  rights: readonly Right[];
  installation_ids: readonly number[];
}

/** Convert a row to a `Store`, with its hostname and admin URL. */
export function toStore(row: StoreRow, addresses: Addresses): Store {
  const { id, handle, timezone, currency_code, display_version } = row;
  return {
    id,
    handle,
    domain: addresses.storeHost(handle),
    host_url: addresses.hostUrl(handle),
    timezone,
    currency_code,
    display_version,
    suspended: toSuspension(row),
  };
}

const selectSql =
  "select id, handle, timezone, currency_code, display_version, suspended_at, suspended_reason from stores";

const storeByHandleStatement = defineStatement("store_by_handle", `${selectSql} where handle = $1`);

/** Find a store by its handle (SVC-1), or return null if it does not exist. */
export async function findStore(db: Queryable, handle: string, addresses: Addresses): Promise<Store | null> {
  const statement = storeByHandleStatement;
  const row = await db.maybeOne<StoreRow>(statement, [handle]);
  return row ? toStore(row, addresses) : null;
}

const storeByIdStatement = defineStatement("store_by_id", `${selectSql} where id = $1`);

/** Find a store by its id, or return null if it does not exist. */
export async function findStoreById(db: Queryable, id: number, addresses: Addresses): Promise<Store | null> {
  const statement = storeByIdStatement;
  const row = await db.maybeOne<StoreRow>(statement, [id]);
  return row ? toStore(row, addresses) : null;
}

const membershipStatement = defineStatement(
  "membership",
  "select role, rights, installation_ids from memberships where store_id = $1 and account_id = $2",
);

/** Load the membership of an account in a store, with the rights of its role, or return null if the account is not a member. */
export async function findMembership(
  db: Queryable,
  storeId: number,
  accountId: number,
): Promise<Membership | null> {
  const row = await db.maybeOne<Membership>(membershipStatement, [storeId, accountId]);
  return row ? { ...row, rights: getRoleRights(row.role, row.rights) } : null;
}

/** Find PostgreSQL's name of a time zone, regardless of case, or return null if PostgreSQL does not know it. */
export async function findDatabaseTimeZone(db: Queryable, zone: string): Promise<string | null> {
  const text = "select name from pg_timezone_names where lower(name) = lower($1) limit 1";
  const row = await db.maybeOne<{ name: string }>(text, [zone]);
  return row?.name ?? null;
}

export interface NewStore {
  handle: string;
  name: string;
  email: string;
  currency_code: string;
  timezone: string;
}

/** Insert a store. @returns the store's row as its owner sees it, or null if the handle is taken */
export async function insertStore(db: Queryable, store: NewStore): Promise<OwnStoreRow | null> {
  const text = `
    insert into stores (handle, name, email, currency_code, timezone) values ($1, $2, $3, $4, $5)
    on conflict (handle) do nothing
    returning id, handle, name, timezone, currency_code, display_version, suspended_at, suspended_reason, created_at,
      'owner' as role`;
  const values = [store.handle, store.name, store.email, store.currency_code, store.timezone];
  const row = await db.maybeOne<OwnStoreRow>(text, values);
  return row ?? null;
}

/** Make an account a member of a store. */
export async function insertMembership(
  db: Queryable,
  member: { store_id: number; account_id: number; role: Membership["role"] },
): Promise<void> {
  const text = "insert into memberships (store_id, account_id, role) values ($1, $2, $3)";
  await db.query(text, [member.store_id, member.account_id, member.role]);
}

/** Insert a store's row of `event_heads`, which holds the last sequence number that its event log used. */
export async function insertEventHead(db: Queryable, storeId: number): Promise<void> {
  await db.query("insert into event_heads (store_id) values ($1)", [storeId]);
}

/** Count the stores that an account belongs to. */
export async function countAccountStores(db: Queryable, accountId: number): Promise<number> {
  const text = "select count(*) as count from memberships where account_id = $1";
  const row = await db.one<{ count: number }>(text, [accountId]);
  return row.count;
}

/** Load a page of an account's stores, the oldest first. */
export async function selectAccountStores(
  db: Queryable,
  accountId: number,
  page: Page,
): Promise<OwnStoreRow[]> {
  const text = `
    select store.id, store.handle, store.name, store.timezone, store.currency_code, store.display_version,
      store.suspended_at, store.suspended_reason, store.created_at, membership.role
    from memberships membership join stores store on store.id = membership.store_id
    where membership.account_id = $1
    order by store.id limit $2 offset $3`;
  const values = [accountId, page.limit, (page.page - 1) * page.limit];
  return await db.many<OwnStoreRow>(text, values);
}

/** Load the name of a store. */
export async function loadStoreName(db: Queryable, storeId: number): Promise<string> {
  const row = await db.maybeOne<{ name: string }>("select name from stores where id = $1", [storeId]);
  return row?.name ?? "";
}

const storeContactStatement = defineStatement(
  "store_contact",
  "select name, email from stores where id = $1",
);

/** Load the name of a store and its email address for customers, which may be empty. */
export async function loadStoreContact(
  db: Queryable,
  storeId: number,
): Promise<{ name: string; email: string }> {
  const statement = storeContactStatement;
  const row = await db.maybeOne<{ name: string; email: string }>(statement, [storeId]);
  return row ?? { name: "", email: "" };
}
