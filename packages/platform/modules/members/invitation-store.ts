import { createHash } from "node:crypto";
import type { Page, Right, Role } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";

/** An open invitation. */
export interface InvitationRow {
  id: number;
  email: string;
  role: Exclude<Role, "owner">;
  rights: Right[];
  installation_ids: number[];
  /** The name or email address of the person who sent the invitation; null if the account no longer exists. */
  invited_by: string | null;
  expires_at: string;
  is_expired: boolean;
  created_at: string;
  updated_at: string;
}

interface StoreRef {
  id: number;
  timezone: string;
}

/**
 * Compute the token of the copied link, which the inviter passes on, from the token of the emailed link. The function is one-way, so
 * a person who has only the copied link cannot compute the emailed token, which would verify the invited address.
 */
export function deriveCopiedToken(emailedToken: string): string {
  return createHash("sha256").update(`copied invitation|${emailedToken}`).digest("base64url");
}

/**
 * Hash the token of an invitation's copied link. Invitations are stored and found by this hash. The copied link itself is not
 * stored, and the emailed link is stored only in the encrypted email.
 */
export function hashInvitationToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const installationIdsSql = `
  array(select installed.id from installations installed where installed.store_id = i.store_id
    and installed.id = any(i.installation_ids) and installed.status <> 'uninstalled' order by installed.id)`;

const columns = `i.id, i.email, i.role, i.rights, ${installationIdsSql} as installation_ids,
  (select coalesce(nullif(a.name, ''), a.email) from accounts a where a.id = i.invited_by) as invited_by,
  souk_time(i.expires_at, $2) as expires_at, i.expires_at <= $3 as is_expired,
  souk_time(i.created_at, $2) as created_at, souk_time(i.updated_at, $2) as updated_at`;

/** List the open invitations of a store, newest first. Expired invitations are included. */
export async function selectInvitations(
  db: Queryable,
  { store, now }: { store: StoreRef; now: Date },
  page: Page,
): Promise<InvitationRow[]> {
  const text = `select ${columns} from invitations i where i.store_id = $1 order by i.id desc limit $4 offset $5`;
  const values = [store.id, store.timezone, now, page.limit, (page.page - 1) * page.limit];
  return await db.many<InvitationRow>(text, values);
}

/** Count the open invitations of a store, including expired ones. */
export async function countInvitations(db: Queryable, storeId: number): Promise<number> {
  const text = "select count(*) as count from invitations where store_id = $1";
  return (await db.one<{ count: number }>(text, [storeId])).count;
}

/** List the names of the apps whose installations in a store have these ids. */
export async function selectAppNames(
  db: Queryable,
  storeId: number,
  installationIds: readonly number[],
): Promise<string[]> {
  if (installationIds.length === 0) return [];
  const text = `
    select app.name from installations installed join apps app on app.id = installed.app_id
    where installed.store_id = $1 and installed.id = any($2) order by lower(app.name)`;
  return (await db.many<{ name: string }>(text, [storeId, installationIds])).map(({ name }) => name);
}

/** An invitation to insert. */
export interface NewInvitation {
  email: string;
  role: Exclude<Role, "owner">;
  rights: readonly Right[];
  installation_ids: readonly number[];
  /** The hash of the token of the copied link. */
  token_hash: Buffer;
  /** The id of the account that sends the invitation. */
  invited_by: number;
  expires_at: Date;
}

/** Insert an invitation, or return null if the store already has an invitation for the email address. */
export async function insertInvitation(
  tx: Transaction,
  { store, now }: { store: StoreRef; now: Date },
  { email, role, rights, installation_ids, token_hash, invited_by, expires_at }: NewInvitation,
): Promise<InvitationRow | null> {
  const text = `
    insert into invitations as i (store_id, email, role, rights, installation_ids, token_hash, invited_by, expires_at)
    values ($1, $4, $5, $6, $7, $8, $9, $10)
    on conflict (store_id, lower(email)) do nothing
    returning ${columns}`;
  const invitationValues = [email, role, rights, installation_ids, token_hash, invited_by, expires_at];
  const values = [store.id, store.timezone, now, ...invitationValues];
  return (await tx.maybeOne<InvitationRow>(text, values)) ?? null;
}

/** Replace the token and the expiry of an invitation, or return null if the invitation does not exist. */
export async function renewInvitation(
  tx: Transaction,
  { store, now }: { store: StoreRef; now: Date },
  { id, token_hash, expires_at }: { id: number; token_hash: Buffer; expires_at: Date },
): Promise<InvitationRow | null> {
  const text = `
    update invitations i set token_hash = $5, expires_at = $6, updated_at = ${monotonicUpdatedAt("i.updated_at")}
    where i.store_id = $1 and i.id = $4
    returning ${columns}`;
  const values = [store.id, store.timezone, now, id, token_hash, expires_at];
  return (await tx.maybeOne<InvitationRow>(text, values)) ?? null;
}

/** Lock an open invitation and return its role, or return null if the invitation does not exist. */
export async function lockInvitation(
  tx: Transaction,
  storeId: number,
  id: number,
): Promise<{ role: Exclude<Role, "owner"> } | null> {
  const text = "select role from invitations where store_id = $1 and id = $2 for update";
  return (await tx.maybeOne<{ role: Exclude<Role, "owner"> }>(text, [storeId, id])) ?? null;
}

/** Delete an invitation, so that its link becomes invalid. */
export async function deleteInvitation(tx: Transaction, storeId: number, id: number): Promise<void> {
  await tx.query("delete from invitations where store_id = $1 and id = $2", [storeId, id]);
}

/** Delete the open invitations that a member sent. @returns the ids and roles of the invitations, sorted by id */
export async function deleteInvitationsSentBy(
  tx: Transaction,
  storeId: number,
  invitedBy: number,
): Promise<{ id: number; role: Exclude<Role, "owner"> }[]> {
  const text = "delete from invitations where store_id = $1 and invited_by = $2 returning id, role";
  const rows = await tx.many<{ id: number; role: Exclude<Role, "owner"> }>(text, [storeId, invitedBy]);
  return rows.sort((a, b) => a.id - b.id);
}

/** An invitation that was found by its link, with what its page shows. */
export interface FoundInvitation {
  store_id: number;
  id: number;
  email: string;
  role: Exclude<Role, "owner">;
  rights: Right[];
  installation_ids: number[];
  /** The names of the apps of these installations. */
  app_names: string[];
  invited_by: string | null;
  store_name: string;
  store_handle: string;
  /** Whether an account with the invited email address exists. */
  has_account: boolean;
  /** Whether the link is the emailed link, which shows that the person reads the email of the invited address. */
  is_emailed_link: boolean;
}

/**
 * Find the invitation of a link, or return null if the link is not valid.
 * @param lock whether to lock the invitation until the transaction ends
 */
export async function findInvitation(
  db: Queryable,
  token: string,
  { now, lock }: { now: Date; lock: boolean },
): Promise<FoundInvitation | null> {
  // guard link-expires: with `$2::timestamptz is not null` instead of `i.expires_at > $2`, members.test.ts fails at `an invitation's link is valid for 7 days, or until the invitation is resent`
  const text = `
    select i.store_id, i.id, i.email, i.token_hash = $3 as is_emailed_link, i.role, i.rights, ${installationIdsSql} as installation_ids,
      store.name as store_name, store.handle as store_handle,
      (select coalesce(nullif(a.name, ''), a.email) from accounts a where a.id = i.invited_by) as invited_by,
      exists (select from accounts a where lower(a.email) = lower(i.email)) as has_account
    from invitations i join stores store on store.id = i.store_id
    where i.token_hash in ($1, $3) and i.expires_at > $2 ${lock ? "for update of i" : ""}`;
  const row = await db.maybeOne<Omit<FoundInvitation, "app_names">>(text, [
    hashInvitationToken(token),
    now,
    hashInvitationToken(deriveCopiedToken(token)),
  ]);
  if (row === undefined) return null;
  return { ...row, app_names: await selectAppNames(db, row.store_id, row.installation_ids) };
}
