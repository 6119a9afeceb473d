import type { Page, Scope } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";

export type Role = "owner" | "manager" | "staff";

/** A person of a shop as the row says. */
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

/** The people of a shop, the owner first, then by their time in it. */
export async function selectMembers(run: Queryable, store: Place, page: Page): Promise<MemberRow[]> {
  const text = `
    select ${columns} from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 order by m.role <> 'owner', m.created_at, m.account_id limit $3 offset $4`;
  const values = [store.id, store.timezone, page.limit, (page.page - 1) * page.limit];
  return (await run.query<MemberRow>(text, values)).rows;
}

export async function countMembers(run: Queryable, storeId: number): Promise<number> {
  const text = "select count(*) as count from memberships where store_id = $1";
  return (await run.query<{ count: number }>(text, [storeId])).rows[0]?.count ?? 0;
}

/** One person, locked until the transaction ends; null when they are none of the shop's. */
export async function lockMember(
  tx: Transaction,
  store: Place,
  accountId: number,
): Promise<MemberRow | null> {
  const text = `
    select ${columns} from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 and m.account_id = $3 for update of m`;
  return (await tx.query<MemberRow>(text, [store.id, store.timezone, accountId])).rows[0] ?? null;
}

/** Gives a person a role. */
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

/** Makes an account a member; false when it is one already. */
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
