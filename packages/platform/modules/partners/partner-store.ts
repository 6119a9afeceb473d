import type { Queryable } from "@souk/database";

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

async function findPartner(run: Queryable, accountId: number): Promise<number | null> {
  const text =
    "select partner_id as id from partner_members where account_id = $1 order by partner_id limit 1";
  const { rows } = await run.query<{ id: number }>(text, [accountId]);
  return rows[0]?.id ?? null;
}

/**
 * The partner of an account. A merchant who signs in on the partners' origin has none; one is made with the first app.
 *
 * @param account `name` names the partner that is made; merchants read it beside the partner's apps
 */
export async function partnerOf(
  tx: Queryable,
  account: { account_id: number; name: string },
): Promise<number> {
  const known = await findPartner(tx, account.account_id);
  if (known !== null) return known;
  // Two first apps at once must not make two partners.
  await tx.query("select 1 from accounts where id = $1 for no key update", [account.account_id]);
  return (await findPartner(tx, account.account_id)) ?? (await createPartner(tx, account));
}
