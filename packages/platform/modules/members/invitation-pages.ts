import { errors as apiErrors, type FieldError, fieldError, operations } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { actFor } from "../../infrastructure/acting-as.ts";
import { checkForm, getFieldErrorsOrRethrow } from "../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import {
  getDevice,
  insertAccount,
  recordVerifiedEmail,
  sendVerificationLink,
  startSession,
} from "../people/index.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { invalidInvitationBody, renderInvitation, signUpMessages } from "./invitation-forms.ts";
import { deleteInvitation, type FoundInvitation, findInvitation } from "./invitation-store.ts";
import { insertMember } from "./member-store.ts";
import type { MembersDeps } from "./members-deps.ts";

function getToken({ query, form }: PageCall): string {
  return form.get("token") ?? query.findLast(([name]) => name === "token")?.[1] ?? "";
}

function renderInvalidInvitationPage({ nonce, signed_in: signedIn }: PageCall): PageResponse {
  const title = "This invitation is no longer valid";
  return { status: 404, html: renderPage({ title, nonce, signedIn, body: invalidInvitationBody }) };
}

function renderInvitationPage(
  call: PageCall,
  invitation: FoundInvitation,
  errors: readonly FieldError[] = [],
): PageResponse {
  const { nonce, signed_in: signedIn, form } = call;
  const title = `Join ${invitation.store_name}`;
  const body = renderInvitation(
    { invitation, signedIn, token: getToken(call), name: form.get("name") ?? "" },
    errors,
  );
  const status = errors.length > 0 ? 422 : 200;
  return {
    status,
    html: renderPage({ title: errors.length > 0 ? `Error: ${title}` : title, nonce, signedIn, body }),
  };
}

async function getInvitationPage(
  database: Database,
  call: PageCall,
  { clock }: MembersDeps,
): Promise<PageResponse> {
  const invitation = await findInvitation(database, getToken(call), {
    now: new Date(clock.now()),
    lock: false,
  });
  return invitation ? renderInvitationPage(call, invitation) : renderInvalidInvitationPage(call);
}

/** Make an account a member of the invitation's store, and delete the invitation. */
async function acceptInvitation(
  tx: Transaction,
  invitation: FoundInvitation,
  accountId: number,
): Promise<void> {
  const { store_id, id, role, rights, installation_ids } = invitation;
  await insertMember(tx, store_id, { account_id: accountId, role, rights, installation_ids });
  await deleteInvitation(tx, store_id, id);
  const details = { role, rights, installation_ids };
  await recordSecurityEvent(tx, { kind: "invitation_accepted", account_id: accountId, store_id, details });
}

/** Accept an invitation as the signed-in person, or create an account that accepts it. */
async function postAcceptance(database: Database, call: PageCall, deps: MembersDeps): Promise<PageResponse> {
  const { signed_in } = call;
  const now = new Date(deps.clock.now());
  const invitation = await findInvitation(database, getToken(call), { now, lock: false });
  if (invitation === null) return renderInvalidInvitationPage(call);
  if (signed_in === null)
    return invitation.has_account ? renderInvitationPage(call, invitation) : signUp(database, call, deps);
  // guard link-for-one-address: without it, members.test.ts fails at `a form posted with the token of another invitation accepts no invitation`
  if (signed_in.email.toLowerCase() !== invitation.email.toLowerCase())
    return renderInvitationPage(call, invitation);
  return database.transaction(async (tx) => {
    const lockedInvitation = await findInvitation(tx, getToken(call), { now, lock: true });
    if (lockedInvitation === null) return renderInvalidInvitationPage(call);
    await acceptInvitation(tx, lockedInvitation, signed_in.account_id);
    if (lockedInvitation.is_emailed_link) await recordVerifiedEmail(tx, signed_in.account_id, now);
    return { redirect: `/${lockedInvitation.store_handle}` };
  });
}

/**
 * Create an account with the email address of the invitation, and accept the invitation. The emailed link verifies the address. If this
 * platform sends no email, any link verifies it. Otherwise, an account that was created with a copied link gets an email with another
 * link that verifies the address.
 */
async function signUp(database: Database, call: PageCall, deps: MembersDeps): Promise<PageResponse> {
  const { form } = call;
  const now = new Date(deps.clock.now());
  const name = (form.get("name") ?? "").trim();
  const password = form.get("password") ?? "";
  const invitation = await findInvitation(database, getToken(call), { now, lock: false });
  if (invitation === null) return renderInvalidInvitationPage(call);
  const input = { email: invitation.email, password, name };
  if (deps.signUpPolicy === "closed") {
    const { message } = apiErrors.sign_up_closed;
    return renderInvitationPage(call, invitation, [fieldError("", "not_allowed", {}, message)]);
  }
  const errors = checkForm(operations.adminSignUp.body, input, signUpMessages);
  if (errors.length > 0) return renderInvitationPage(call, invitation, errors);
  const device = getDevice(call);
  try {
    const { email, store_name, store_handle } = invitation;
    const names = [email, name, store_name, store_handle];
    const password_hash = await deps.passwords.hashChosen(password, names, device);
    return await database.transaction(async (tx) => {
      const lockedInvitation = await findInvitation(tx, getToken(call), { now, lock: true });
      if (lockedInvitation === null) return renderInvalidInvitationPage(call);
      const account = await insertAccount(tx, {
        email: lockedInvitation.email,
        name,
        password_hash,
        is_staff: false,
        // guard copied-link-verifies-nothing: without it, invitation-links.test.ts fails
        is_email_verified: lockedInvitation.is_emailed_link || !deps.sendsEmail,
      });
      const actor: Actor = { kind: "account", id: String(account.id), scopes: new Set() };
      await actFor(tx, { actor, ...device });
      const details = { audience: "admin", is_invited: true };
      await recordSecurityEvent(tx, { kind: "account_created", account_id: account.id, details });
      await acceptInvitation(tx, lockedInvitation, account.id);
      if (!lockedInvitation.is_emailed_link && deps.sendsEmail)
        await sendVerificationLink(
          tx,
          { account_id: account.id, email: account.email, audience: "admin" },
          deps,
        );
      const newSession = { account_id: account.id, audience: "admin", now, device } as const;
      const { session_id, expires_at, device_id } = await startSession(tx, newSession, deps.random);
      const session = { kind: "start", session_id, expires_at, device_id } as const;
      return { redirect: `/${lockedInvitation.store_handle}`, session };
    });
  } catch (error) {
    return renderInvitationPage(call, invitation, getFieldErrorsOrRethrow(error));
  }
}

/** Create the pages that the link of an invitation opens. The token is in the query, because queries are never logged. */
export function createInvitationPages(deps: MembersDeps): PageRoute[] {
  const pageRoute = { host: "admin", path: "/sign-up/invitation", visitor: "anyone" } as const;
  return [
    { ...pageRoute, method: "GET", handle: (database, call) => getInvitationPage(database, call, deps) },
    {
      ...pageRoute,
      method: "POST",
      throttle: "people",
      handle: (database, call) => postAcceptance(database, call, deps),
    },
  ];
}
