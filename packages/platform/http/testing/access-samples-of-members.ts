import type { AccessFixture } from "./access-fixture.ts";

/** Create a member of the store, and return a sample call with the member's id. */
async function createMemberSample({ testPlatform, store }: AccessFixture) {
  const row = await testPlatform.database.maybeOne<{ account_id: number }>(
    `with new_account as (
       insert into accounts (email, password_hash) values ('member-' || gen_random_uuid() || '@matrix.test', '')
       returning id)
     insert into memberships (store_id, account_id, role, rights) select $1, id, 'custom', '{products.view}' from new_account
     returning account_id`,
    [store.id],
  );
  return { params: { id: row?.account_id ?? 0 } };
}

/** Create an open invitation to the store, and return a sample call with the invitation's id. */
async function createInvitationSample({ testPlatform, store }: AccessFixture) {
  const row = await testPlatform.database.maybeOne<{ id: number }>(
    `insert into invitations (store_id, email, role, rights, token_hash, expires_at)
     values ($1, gen_random_uuid() || '@matrix.test', 'custom', '{products.view}', sha256(gen_random_uuid()::text::bytea),
       now() + interval '1 day')
     returning id`,
    [store.id],
  );
  return { params: { id: row?.id ?? 0 } };
}

const roleBody = { role: "custom", rights: ["orders.view"] } as const;

/** Sample calls of the operations for a store's members. */
export const memberSamples = {
  "members.list": () => ({}),
  "members.update": async (fixture: AccessFixture) => ({
    ...(await createMemberSample(fixture)),
    body: roleBody,
  }),
  "members.delete": createMemberSample,
  "members.make_owner": async ({ testPlatform, store }: AccessFixture) => {
    const row = await testPlatform.database.maybeOne<{ account_id: number }>(
      "select account_id from memberships where store_id = $1 and role = 'owner'",
      [store.id],
    );
    return { params: { id: row?.account_id ?? 0 } };
  },
  "invitations.list": () => ({}),
  "invitations.create": () => ({ body: { ...roleBody, email: `guest-${performance.now()}@matrix.test` } }),
  "invitations.resend": createInvitationSample,
  "invitations.delete": createInvitationSample,
};
