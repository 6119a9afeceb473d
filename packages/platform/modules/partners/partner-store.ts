import { errors, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type SuspensionColumns, suspensionOf } from "../../suspension.ts";

/** Makes an account the owner of a new partner. Answers the partner's id. */
export async function createPartner(
  tx: Queryable,
  partner: { account_id: number; name: string },
): Promise<number> {
  const text = `
    with made as (insert into partners (name) values ($2) returning id)
    insert into partner_members (partner_id, account_id, role) select id, $1, 'owner' from made
    returning partner_id as id`;
  const { rows } = await tx.query<{ id: number }>(text, [partner.account_id, partner.name]);
  const made = rows[0];
  if (made === undefined) throw new Error("A partner was inserted and not returned.");
  return made.id;
}

/** A partner as its people see it. */
export interface PartnerRow extends SuspensionColumns {
  id: number;
  name: string;
}

/** The partner of an account; null when it has none. Of several the oldest that is not suspended. */
export async function findPartner(run: Queryable, accountId: number): Promise<PartnerRow | null> {
  const text = `
    select partner.id, partner.name, partner.suspended_at, partner.suspended_reason
    from partner_members member join partners partner on partner.id = member.partner_id
    where member.account_id = $1
    order by partner.suspended_at is not null, partner.id limit 1`;
  return (await run.query<PartnerRow>(text, [accountId])).rows[0] ?? null;
}

/** What an app is called, and the e-mail addresses of its partner's people: of a shop's own app there are none. */
export async function peopleOfApp(
  run: Queryable,
  appId: number,
): Promise<{ name: string; emails: string[] }> {
  const text = `
    select app.name, array_remove(array_agg(account.email order by account.id), null) as emails
    from apps app left join partner_members member on member.partner_id = app.partner_id
      left join accounts account on account.id = member.account_id
    where app.id = $1 group by app.id`;
  const { rows } = await run.query<{ name: string; emails: string[] }>(text, [appId]);
  return rows[0] ?? { name: "", emails: [] };
}

function requireLifted(partner: SuspensionColumns): void {
  const suspended = suspensionOf(partner);
  if (suspended === null) return;
  refuse("partner_suspended", { message: `${errors.partner_suspended.message} ${suspended.reason}` });
}

/** Lets nobody change an app whose partner is suspended. @throws Refusal `partner_suspended` */
export async function requireLiftedPartner(run: Queryable, appId: number): Promise<void> {
  const text = `select partner.suspended_at, partner.suspended_reason
    from apps app join partners partner on partner.id = app.partner_id where app.id = $1`;
  const { rows } = await run.query<SuspensionColumns>(text, [appId]);
  if (rows[0] !== undefined) requireLifted(rows[0]);
}

/**
 * The partner of an account. A merchant who signs in on the partners' origin has none; one is made with the first app.
 *
 * @param account `name` names the partner that is made; merchants read it beside the partner's apps
 * @throws Refusal `partner_suspended`
 */
export async function partnerOf(
  tx: Queryable,
  account: { account_id: number; name: string },
): Promise<number> {
  const known = await findPartner(tx, account.account_id);
  if (known !== null) {
    requireLifted(known);
    return known.id;
  }
  // Two first apps at once must not make two partners.
  await tx.query("select 1 from accounts where id = $1 for no key update", [account.account_id]);
  return (await findPartner(tx, account.account_id))?.id ?? (await createPartner(tx, account));
}
