import type { Ground } from "./access-callers.ts";

/** A person of the shop that is called, made for one call. */
async function member({ testing, shop }: Ground) {
  const { rows } = await testing.database.query<{ account_id: number }>(
    `with made as (
       insert into accounts (email, password_hash) values ('member-' || gen_random_uuid() || '@matrix.test', '')
       returning id)
     insert into memberships (store_id, account_id, role, scopes) select $1, id, 'staff', '{read_products}' from made
     returning account_id`,
    [shop.id],
  );
  return { params: { id: rows[0]?.account_id ?? 0 } };
}

/** An open invitation to it, made for one call. */
async function invitation({ testing, shop }: Ground) {
  const { rows } = await testing.database.query<{ id: number }>(
    `insert into invitations (store_id, email, role, scopes, token_hash, expires_at)
     values ($1, gen_random_uuid() || '@matrix.test', 'staff', '{read_products}', sha256(gen_random_uuid()::text::bytea),
       now() + interval '1 day')
     returning id`,
    [shop.id],
  );
  return { params: { id: rows[0]?.id ?? 0 } };
}

const staff = { role: "staff", scopes: ["read_orders"] } as const;

/** How the operations about a shop's people are called. */
export const memberSamples = {
  "members.list": () => ({}),
  "members.update": async (ground: Ground) => ({ ...(await member(ground)), body: staff }),
  "members.delete": member,
  "members.make_owner": async ({ testing, shop }: Ground) => {
    const { rows } = await testing.database.query<{ account_id: number }>(
      "select account_id from memberships where store_id = $1 and role = 'owner'",
      [shop.id],
    );
    return { params: { id: rows[0]?.account_id ?? 0 } };
  },
  "invitations.list": () => ({}),
  "invitations.create": () => ({ body: { ...staff, email: `guest-${performance.now()}@matrix.test` } }),
  "invitations.resend": invitation,
  "invitations.delete": invitation,
};
