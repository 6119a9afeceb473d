import { errors, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type SuspensionColumns, toSuspension } from "../../infrastructure/suspension.ts";

/** Create a partner with an account as its owner. @returns the partner's id */
export async function createPartner(
  tx: Queryable,
  partner: { account_id: number; name: string },
): Promise<number> {
  const text = `
    with created as (insert into partners (name) values ($2) returning id)
    insert into partner_members (partner_id, account_id, role) select id, $1, 'owner' from created
    returning partner_id as id`;
  const row = await tx.maybeOne<{ id: number }>(text, [partner.account_id, partner.name]);
  if (row === undefined) throw new Error("A partner was inserted and not returned.");
  return row.id;
}

/** A partner as its members see it. */
export interface PartnerRow extends SuspensionColumns {
  id: number;
  name: string;
}

/**
 * Find the partner of an account. If the account belongs to several partners, the oldest one that is not suspended is chosen,
 * or the oldest one if all are suspended.
 * @returns null if the account has no partner
 */
export async function findPartner(db: Queryable, accountId: number): Promise<PartnerRow | null> {
  const text = `
    select partner.id, partner.name, partner.suspended_at, partner.suspended_reason
    from partner_members member join partners partner on partner.id = member.partner_id
    where member.account_id = $1
    order by partner.suspended_at is not null, partner.id limit 1`;
  return (await db.maybeOne<PartnerRow>(text, [accountId])) ?? null;
}

/** Load the name of an app and the email addresses of its partner's members. A custom app has no partner, so `emails` is empty. */
export async function loadPartnerContacts(
  db: Queryable,
  appId: number,
): Promise<{ name: string; emails: string[] }> {
  const text = `
    select app.name, array_remove(array_agg(account.email order by account.id), null) as emails
    from apps app left join partner_members member on member.partner_id = app.partner_id
      left join accounts account on account.id = member.account_id
    where app.id = $1 group by app.id`;
  const row = await db.maybeOne<{ name: string; emails: string[] }>(text, [appId]);
  return row ?? { name: "", emails: [] };
}

function assertNotSuspended(partner: SuspensionColumns): void {
  const suspended = toSuspension(partner);
  if (suspended === null) return;
  throwApiError("partner_suspended", { message: `${errors.partner_suspended.message} ${suspended.reason}` });
}

/** Assert that the partner of an app is not suspended. @throws ApiError `partner_suspended` */
export async function assertPartnerNotSuspended(db: Queryable, appId: number): Promise<void> {
  const text = `select partner.suspended_at, partner.suspended_reason
    from apps app join partners partner on partner.id = app.partner_id where app.id = $1`;
  const row = await db.maybeOne<SuspensionColumns>(text, [appId]);
  if (row !== undefined) assertNotSuspended(row);
}

/**
 * Find the partner of an account, or create it. An account without a partner, such as a merchant's, becomes a partner when it
 * registers its first app.
 *
 * @param account.name the name that a new partner gets. Merchants see it with the partner's apps.
 * @throws ApiError `partner_suspended`
 */
export async function findOrCreatePartner(
  tx: Queryable,
  account: { account_id: number; name: string },
): Promise<number> {
  const partner = await findPartner(tx, account.account_id);
  if (partner !== null) {
    assertNotSuspended(partner);
    return partner.id;
  }
  // Without this lock, an account that registers two apps at the same time would get two partners.
  await tx.query("select 1 from accounts where id = $1 for no key update", [account.account_id]);
  return (await findPartner(tx, account.account_id))?.id ?? (await createPartner(tx, account));
}
