import type { Page, Scope } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";

export type Role = "owner" | "manager" | "staff";

/** A member of a store as its row. */
export interface MemberRow {
  account_id: number;
  name: string;
  email: string;
  role: Role;
  scopes: Scope[];
  created_at: string;
}

const columns = `m.account_id, account.name, account.email, m.role, m.scopes,
  souk_time(m.created_at, $2) as created_at`;

interface Place {
  id: number;
  timezone: string;
}

/** List the members of a store, the owner first, then by the time of joining. */
export async function selectMembers(db: Queryable, store: Place, page: Page): Promise<MemberRow[]> {
  const text = `
    select ${columns} from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 order by m.role <> 'owner', m.created_at, m.account_id limit $3 offset $4`;
  const values = [store.id, store.timezone, page.limit, (page.page - 1) * page.limit];
  return await db.many<MemberRow>(text, values);
}

export async function countMembers(db: Queryable, storeId: number): Promise<number> {
  const text = "select count(*) as count from memberships where store_id = $1";
  return (await db.one<{ count: number }>(text, [storeId])).count;
}

/** Load one member and lock it until the transaction ends; null when they are not a member of the store. */
export async function lockMember(
  tx: Transaction,
  store: Place,
  accountId: number,
): Promise<MemberRow | null> {
  const text = `
    select ${columns} from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 and m.account_id = $3 for update of m`;
  return (await tx.maybeOne<MemberRow>(text, [store.id, store.timezone, accountId])) ?? null;
}

/** Set the role of a member. */
export async function setRole(
  tx: Transaction,
  storeId: number,
  { account_id, role, scopes }: Pick<MemberRow, "account_id" | "role" | "scopes">,
): Promise<void> {
  await tx.query("update memberships set role = $3, scopes = $4 where store_id = $1 and account_id = $2", [
    storeId,
    account_id,
    role,
    scopes,
  ]);
}

export async function deleteMember(tx: Transaction, storeId: number, accountId: number): Promise<void> {
  await tx.query("delete from memberships where store_id = $1 and account_id = $2", [storeId, accountId]);
}

/** Make an account a member; false when it is one already. */
export async function insertMember(
  tx: Transaction,
  storeId: number,
  { account_id, role, scopes }: Pick<MemberRow, "account_id" | "role" | "scopes">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into memberships (store_id, account_id, role, scopes) values ($1, $2, $3, $4)
     on conflict (store_id, account_id) do nothing`,
    [storeId, account_id, role, scopes],
  );
  return rowCount === 1;
}
