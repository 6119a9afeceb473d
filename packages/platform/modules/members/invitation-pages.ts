import { type FieldError, operations } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { actFor } from "../../infrastructure/acting-as.ts";
import { checkForm, rejectedFields } from "../../infrastructure/pages/check-form.ts";
import { page } from "../../infrastructure/pages/layout.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../infrastructure/routing/page.ts";
import { insertAccount, startSession } from "../people/index.ts";
import { invalidInvitationBody, invitationBody, joinSentences } from "./invitation-forms.ts";
import { deleteInvitation, type FoundInvitation, findInvitation } from "./invitation-store.ts";
import { insertMember } from "./member-store.ts";
import type { MembersDeps } from "./members-deps.ts";

function getToken({ query, form }: PageCall): string {
  return form.get("token") ?? query.findLast(([name]) => name === "token")?.[1] ?? "";
}

function showInvalidInvitation({ nonce, signed_in: signedIn }: PageCall): PageAnswer {
  const title = "This invitation is no longer valid";
  return { status: 404, html: page({ title, nonce, signedIn, body: invalidInvitationBody }) };
}

function shown(call: PageCall, found: FoundInvitation, errors: readonly FieldError[] = []): PageAnswer {
  const { nonce, signed_in: signedIn, form } = call;
  const title = `Join ${found.store_name}`;
  const body = invitationBody(
    { found, signedIn, token: getToken(call), name: form.get("name") ?? "" },
    errors,
  );
  const status = errors.length > 0 ? 422 : 200;
  return {
    status,
    html: page({ title: errors.length > 0 ? `Error: ${title}` : title, nonce, signedIn, body }),
  };
}

async function show(database: Database, call: PageCall, { clock }: MembersDeps): Promise<PageAnswer> {
  const found = await findInvitation(database, getToken(call), { now: new Date(clock.now()), lock: false });
  return found ? shown(call, found) : showInvalidInvitation(call);
}

/** Make the account a member and delete the invitation. */
async function join(tx: Transaction, found: FoundInvitation, accountId: number): Promise<void> {
  const { store_id, id, role, scopes } = found;
  await insertMember(tx, store_id, { account_id: accountId, role, scopes });
  await deleteInvitation(tx, store_id, id);
}

async function accept(database: Database, call: PageCall, deps: MembersDeps): Promise<PageAnswer> {
  const { signed_in } = call;
  const now = new Date(deps.clock.now());
  const found = await findInvitation(database, getToken(call), { now, lock: false });
  if (found === null) return showInvalidInvitation(call);
  if (signed_in === null) return found.has_account ? shown(call, found) : signUp(database, call, deps);
  // guard: link-for-one-address: members.test.ts the form of one's own invitation with another's token accepts neither of them
  if (signed_in.email.toLowerCase() !== found.email.toLowerCase()) return shown(call, found);
  return database.transaction(async (tx) => {
    const invitation = await findInvitation(tx, getToken(call), { now, lock: true });
    if (invitation === null) return showInvalidInvitation(call);
    await join(tx, invitation, signed_in.account_id);
    return { redirect: `/${invitation.store_handle}` };
  });
}

/**
 * Create the account of the invitation's address, which whoever opens the link may have: the link was sent to
 * that address.
 */
async function signUp(database: Database, call: PageCall, deps: MembersDeps): Promise<PageAnswer> {
  const { form } = call;
  const now = new Date(deps.clock.now());
  const name = (form.get("name") ?? "").trim();
  const password = form.get("password") ?? "";
  const found = await findInvitation(database, getToken(call), { now, lock: false });
  if (found === null) return showInvalidInvitation(call);
  const input = { email: found.email, password, name };
  const errors = checkForm(operations.adminSignUp.body, input, joinSentences);
  if (errors.length > 0) return shown(call, found, errors);
  const password_hash = await deps.passwords.hash(password);
  try {
    return await database.transaction(async (tx) => {
      const invitation = await findInvitation(tx, getToken(call), { now, lock: true });
      if (invitation === null) return showInvalidInvitation(call);
      const account = await insertAccount(tx, {
        email: invitation.email,
        name,
        password_hash,
        is_staff: false,
      });
      const actor: Actor = { kind: "account", id: String(account.id), scopes: new Set() };
      await actFor(tx, { actor, request_id: call.request_id });
      await join(tx, invitation, account.id);
      const visit = { account_id: account.id, audience: "admin", now } as const;
      const { session_id, expires_at } = await startSession(tx, visit, deps.random);
      return { redirect: `/${invitation.store_handle}`, session: { kind: "start", session_id, expires_at } };
    });
  } catch (error) {
    return shown(call, found, rejectedFields(error));
  }
}

/** Create the pages of an invitation's link. The token is in the query, which is in no log. */
export function invitationPages(deps: MembersDeps): PageRoute[] {
  const place = { host: "admin", path: "/sign-up/invitation", visitor: "anyone" } as const;
  return [
    { ...place, method: "GET", handle: (database, call) => show(database, call, deps) },
    { ...place, method: "POST", guarded: true, handle: (database, call) => accept(database, call, deps) },
  ];
}
