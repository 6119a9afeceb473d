import { type FieldError, operations } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { actFor } from "../../acting-as.ts";
import { checkForm, refusedFields } from "../../pages/check-form.ts";
import { page } from "../../pages/layout.ts";
import type { Actor } from "../../routing/actor.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { insertAccount, startSession } from "../people/index.ts";
import { goneBody, invitationBody, joinSentences } from "./invitation-forms.ts";
import { deleteInvitation, type FoundInvitation, findInvitation } from "./invitation-store.ts";
import { insertMember } from "./member-store.ts";
import type { MembersWiring } from "./members-wiring.ts";

function tokenOf({ query, form }: PageCall): string {
  return form.get("token") ?? query.findLast(([name]) => name === "token")?.[1] ?? "";
}

function gone({ nonce, signed_in: signedIn }: PageCall): PageAnswer {
  const title = "This invitation is good no more";
  return { status: 404, html: page({ title, nonce, signedIn, body: goneBody }) };
}

function shown(call: PageCall, found: FoundInvitation, errors: readonly FieldError[] = []): PageAnswer {
  const { nonce, signed_in: signedIn, form } = call;
  const title = `Join ${found.store_name}`;
  const body = invitationBody(
    { found, signedIn, token: tokenOf(call), name: form.get("name") ?? "" },
    errors,
  );
  const status = errors.length > 0 ? 422 : 200;
  return {
    status,
    html: page({ title: errors.length > 0 ? `Error: ${title}` : title, nonce, signedIn, body }),
  };
}

async function show(database: Database, call: PageCall, { clock }: MembersWiring): Promise<PageAnswer> {
  const found = await findInvitation(database, tokenOf(call), { now: new Date(clock.now()), lock: false });
  return found ? shown(call, found) : gone(call);
}

/** Makes the account a member and uses the invitation up. */
async function join(tx: Transaction, found: FoundInvitation, accountId: number): Promise<void> {
  const { store_id, id, role, scopes } = found;
  await insertMember(tx, store_id, { account_id: accountId, role, scopes });
  await deleteInvitation(tx, store_id, id);
}

async function accept(database: Database, call: PageCall, wiring: MembersWiring): Promise<PageAnswer> {
  const { signed_in } = call;
  const now = new Date(wiring.clock.now());
  const found = await findInvitation(database, tokenOf(call), { now, lock: false });
  if (found === null) return gone(call);
  if (signed_in === null) return found.has_account ? shown(call, found) : signUp(database, call, wiring);
  if (signed_in.email.toLowerCase() !== found.email.toLowerCase()) return shown(call, found);
  return database.transaction(async (tx) => {
    const held = await findInvitation(tx, tokenOf(call), { now, lock: true });
    if (held === null) return gone(call);
    await join(tx, held, signed_in.account_id);
    return { redirect: `/${held.store_handle}` };
  });
}

/** The link came to the address it is for, so whoever opens it may have the account of that address. */
async function signUp(database: Database, call: PageCall, wiring: MembersWiring): Promise<PageAnswer> {
  const { form } = call;
  const now = new Date(wiring.clock.now());
  const name = (form.get("name") ?? "").trim();
  const password = form.get("password") ?? "";
  const found = await findInvitation(database, tokenOf(call), { now, lock: false });
  if (found === null) return gone(call);
  const input = { email: found.email, password, name };
  const errors = checkForm(operations.adminSignUp.body, input, joinSentences);
  if (errors.length > 0) return shown(call, found, errors);
  const password_hash = await wiring.passwords.hash(password);
  try {
    return await database.transaction(async (tx) => {
      const held = await findInvitation(tx, tokenOf(call), { now, lock: true });
      if (held === null) return gone(call);
      const account = await insertAccount(tx, { email: held.email, name, password_hash, is_staff: false });
      const actor: Actor = { kind: "account", id: String(account.id), scopes: new Set() };
      await actFor(tx, { actor, request_id: call.request_id });
      await join(tx, held, account.id);
      const visit = { account_id: account.id, audience: "admin", now } as const;
      const { session_id, expires_at } = await startSession(tx, visit, wiring.random);
      return { redirect: `/${held.store_handle}`, session: { kind: "start", session_id, expires_at } };
    });
  } catch (error) {
    return shown(call, found, refusedFields(error));
  }
}

/** Where an invitation's link leads. The token stands in the query, which no log holds. */
export function invitationPages(wiring: MembersWiring): PageRoute[] {
  const place = { host: "admin", path: "/sign-up/invitation", visitor: "anyone" } as const;
  return [
    { ...place, method: "GET", handle: (database, call) => show(database, call, wiring) },
    { ...place, method: "POST", guarded: true, handle: (database, call) => accept(database, call, wiring) },
  ];
}
