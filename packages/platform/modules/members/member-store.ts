import type { Page, Right, Role } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";

/** The database row of a store's member. */
export interface MemberRow {
  account_id: number;
  name: string;
  email: string;
  role: Role;
  /** The rights that were chosen for a member with the role `custom`; empty for the other roles. */
  rights: Right[];
  installation_ids: number[];
  created_at: string;
}

/** The role of a member in a store, with the chosen rights and apps. */
export type MemberRole = Pick<MemberRow, "account_id" | "role" | "rights" | "installation_ids">;

const columns = `m.account_id, account.name, account.email, m.role, m.rights,
  array(select installed.id from installations installed where installed.store_id = m.store_id
    and installed.id = any(m.installation_ids) and installed.status <> 'uninstalled' order by installed.id) as installation_ids,
  souk_time(m.created_at, $2) as created_at`;

interface StoreRef {
  id: number;
  timezone: string;
}

/** List the members of a store: the owner first, then the others in the order in which they joined. */
export async function selectMembers(db: Queryable, store: StoreRef, page: Page): Promise<MemberRow[]> {
  const text = `
    select ${columns} from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 order by m.role <> 'owner', m.created_at, m.account_id limit $3 offset $4`;
  const values = [store.id, store.timezone, page.limit, (page.page - 1) * page.limit];
  return await db.many<MemberRow>(text, values);
}

/** Count the members of a store. */
export async function countMembers(db: Queryable, storeId: number): Promise<number> {
  const text = "select count(*) as count from memberships where store_id = $1";
  return (await db.one<{ count: number }>(text, [storeId])).count;
}

/** Load a member and lock the row until the transaction ends, or return null if the account is not a member of the store. */
export async function lockMember(
  tx: Transaction,
  store: StoreRef,
  accountId: number,
): Promise<MemberRow | null> {
  const text = `
    select ${columns} from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 and m.account_id = $3 for update of m`;
  return (await tx.maybeOne<MemberRow>(text, [store.id, store.timezone, accountId])) ?? null;
}

/** Set the role, rights and apps of a member. */
export async function setRole(
  tx: Transaction,
  storeId: number,
  { account_id, role, rights, installation_ids }: MemberRole,
): Promise<void> {
  await tx.query(
    "update memberships set role = $3, rights = $4, installation_ids = $5 where store_id = $1 and account_id = $2",
    [storeId, account_id, role, rights, installation_ids],
  );
}

/** Delete the membership of an account in a store. */
export async function deleteMember(tx: Transaction, storeId: number, accountId: number): Promise<void> {
  await tx.query("delete from memberships where store_id = $1 and account_id = $2", [storeId, accountId]);
}

/** Make an account a member of a store. Return false if the account already is a member. */
export async function insertMember(
  tx: Transaction,
  storeId: number,
  { account_id, role, rights, installation_ids }: MemberRole,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into memberships (store_id, account_id, role, rights, installation_ids) values ($1, $2, $3, $4, $5)
     on conflict (store_id, account_id) do nothing`,
    [storeId, account_id, role, rights, installation_ids],
  );
  return rowCount === 1;
}
