import {
  fieldError,
  getRoleRights,
  type OperationResponse,
  type operations,
  resolvePage,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { formatOwnTextLimit } from "../../infrastructure/mail/index.ts";
import type { Call, SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { assertEmailVerified } from "../../infrastructure/verified-email.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { loadStoreName } from "../stores/index.ts";
import { buildInvitationEmail } from "./invitation-email.ts";
import {
  countInvitations,
  deleteInvitation,
  deleteInvitationsSentBy,
  deriveCopiedToken,
  hashInvitationToken,
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  renewInvitation,
  selectAppNames,
  selectInvitations,
} from "./invitation-store.ts";
import { assertCanManage, resolveRole } from "./member-rules.ts";
import type { MembersDeps } from "./members-deps.ts";

type InvitationResponse = OperationResponse<typeof operations.createInvitation>;

/** The time in milliseconds for which an invitation can be accepted. */
const lifetimeMs = 7 * 86_400_000;
/** The number of random bytes in the token of an emailed link. */
const tokenBytes = 24;
/** The maximum number of open invitations of one store. */
const maxInvitations = 100;

/** The maximum numbers of invitation emails to one recipient and from one store within 24 hours. Inviting by hand needs no more. */
const maxSentPerDay = { to_recipient: 20, of_store: 200 } as const;

const limitMessages = {
  to_recipient: (max: number) => `An email address can receive at most ${max} invitations a day.`,
  of_store: (max: number) => `A store can send at most ${max} invitations a day.`,
  of_account: formatOwnTextLimit,
} as const;

/**
 * Create the token of a new emailed link, the hash of the token in the link that the inviter can copy, and the expiry of both
 * links.
 */
function createToken({ random, clock }: MembersDeps) {
  const token = random(tokenBytes);
  const token_hash = hashInvitationToken(deriveCopiedToken(token));
  return { token, token_hash, expires_at: new Date(clock.now() + lifetimeMs) };
}

interface SendOptions {
  store: Store;
  signed_in: SignedIn;
  token: string;
}

/**
 * Queue the email with an invitation's link, and build the response.
 * @throws ApiError `email_not_verified` if the sender's address is not verified; `rate_limited` for `email` if a daily limit is
 *   reached
 */
async function sendInvitation(
  tx: Transaction,
  invitation: InvitationRow,
  { store, signed_in, token }: SendOptions,
  deps: MembersDeps,
): Promise<InvitationResponse> {
  assertEmailVerified(signed_in);
  const buildLink = (linkToken: string) =>
    `${deps.addresses.adminOrigin}/sign-up/invitation?token=${linkToken}`;
  const invited_by = signed_in.name === "" ? signed_in.email : signed_in.name;
  const { email, role, rights, installation_ids } = toInvitationJson(invitation);
  const emailRef = { kind: "invitation", store_id: store.id, recipient: email } as const;
  const exceededLimit = await deps.findExceededLimit(tx, emailRef, maxSentPerDay);
  if (exceededLimit) {
    const { limit, max, retry_after_s } = exceededLimit;
    const message = limitMessages[limit](max);
    const fields = [fieldError("email", "too_many", { max }, message)];
    throwApiError("rate_limited", { message, fields, retry_after_s });
  }
  const namedStore = { id: store.id, name: await loadStoreName(tx, store.id) };
  const app_names = await selectAppNames(tx, store.id, installation_ids);
  await deps.sendEmail(
    tx,
    buildInvitationEmail({
      store: namedStore,
      email,
      role,
      rights,
      app_names,
      invited_by,
      link: buildLink(token),
    }),
  );
  const link = buildLink(deriveCopiedToken(token));
  return { invitation: { ...toInvitationJson(invitation), link, is_mailed: deps.sendsEmail } };
}

/** Convert an invitation to JSON, with all rights that its role gives. */
function toInvitationJson(row: InvitationRow): InvitationRow {
  return { ...row, rights: [...getRoleRights(row.role, row.rights)] };
}

/** List the open invitations of a store. */
export async function listInvitations(
  db: Queryable,
  { store, query }: Call<typeof operations.listInvitations>,
  { clock }: MembersDeps,
): Promise<OperationResponse<typeof operations.listInvitations>> {
  const page = resolvePage(await countInvitations(db, store.id), query.page, query.limit);
  const now = new Date(clock.now());
  const rows = await selectInvitations(db, { store, now }, page);
  return { invitations: rows.map(toInvitationJson), ...page };
}

async function assertNotMember(tx: Transaction, storeId: number, email: string): Promise<void> {
  const text = `
    select from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 and lower(account.email) = lower($2)`;
  if ((await tx.query(text, [storeId, email])).rowCount > 0)
    throwFieldError(
      "email",
      "not_unique",
      { resource: "member" },
      `${email} is already a member of this store. Change their access instead.`,
    );
}

/**
 * Assert that the store may have another open invitation. A lock makes simultaneous requests of one store wait for each other, so that
 * together they can't exceed the maximum.
 * @throws ApiError `conflict`
 */
async function assertBelowMaxInvitations(tx: Transaction, storeId: number): Promise<void> {
  // 18 is the hash's seed. Each kind of lock has its own seed, so that different kinds of locks have different keys.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 18))", [`invitations ${storeId}`]);
  if ((await countInvitations(tx, storeId)) >= maxInvitations)
    throwApiError("conflict", {
      message: `A store can have at most ${maxInvitations} open invitations. Withdraw one first.`,
    });
}

/** Invite a person to a store by email. */
export async function createInvitation(
  tx: Transaction,
  { store, signed_in, body }: Call<typeof operations.createInvitation>,
  deps: MembersDeps,
): Promise<InvitationResponse> {
  const newRole = await resolveRole(tx, store.id, body);
  assertCanManage(signed_in, newRole.role);
  const email = body.email.trim();
  await assertNotMember(tx, store.id, email);
  await assertBelowMaxInvitations(tx, store.id);
  const { token, token_hash, expires_at } = createToken(deps);
  const context = { store, now: new Date(deps.clock.now()) };
  const invitation =
    (await insertInvitation(tx, context, {
      email,
      ...newRole,
      token_hash,
      expires_at,
      invited_by: signed_in.account_id,
    })) ??
    throwFieldError(
      "email",
      "not_unique",
      { resource: "invitation" },
      `${email} already has an open invitation. Resend it, or withdraw it first.`,
    );
  const details = { email, ...newRole };
  await recordSecurityEvent(tx, { kind: "member_invited", store_id: store.id, details });
  return sendInvitation(tx, invitation, { store, signed_in, token }, deps);
}

/** Send an open invitation again with a new link. The old link becomes invalid. */
export async function resendInvitation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.resendInvitation>,
  deps: MembersDeps,
): Promise<InvitationResponse> {
  const { role } = (await lockInvitation(tx, store.id, params.id)) ?? throwApiError("not_found");
  assertCanManage(signed_in, role);
  const { token, token_hash, expires_at } = createToken(deps);
  const context = { store, now: new Date(deps.clock.now()) };
  const renewedInvitation =
    (await renewInvitation(tx, context, { id: params.id, token_hash, expires_at })) ??
    throwApiError("not_found");
  return sendInvitation(tx, renewedInvitation, { store, signed_in, token }, deps);
}

/** Withdraw an open invitation, which makes its link invalid. */
export async function withdrawInvitation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.withdrawInvitation>,
): Promise<Record<string, never>> {
  const { role } = (await lockInvitation(tx, store.id, params.id)) ?? throwApiError("not_found");
  assertCanManage(signed_in, role);
  await deleteInvitation(tx, store.id, params.id);
  await recordWithdrawal(tx, store.id, { id: params.id, role });
  return {};
}

/**
 * Withdraw the open invitations that were sent by a member who no longer manages members. Otherwise, the former manager could accept
 * one of the invitations with another account, or an invited person could still join.
 */
export async function withdrawInvitationsSentBy(
  tx: Transaction,
  storeId: number,
  accountId: number,
): Promise<void> {
  for (const invitation of await deleteInvitationsSentBy(tx, storeId, accountId))
    await recordWithdrawal(tx, storeId, invitation);
}

async function recordWithdrawal(
  tx: Transaction,
  storeId: number,
  { id, role }: { id: number; role: InvitationRow["role"] },
): Promise<void> {
  const details = { role, invitation_id: id };
  await recordSecurityEvent(tx, { kind: "invitation_withdrawn", store_id: storeId, details });
}
