import {
  fieldError,
  type OperationResponse,
  type operations,
  resolvePage,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call, SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { assertManager } from "../installs/index.ts";
import { storeName } from "../stores/index.ts";
import { buildInvitationEmail } from "./invitation-email.ts";
import {
  countInvitations,
  deleteInvitation,
  hashOfToken,
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  renewInvitation,
  selectInvitations,
} from "./invitation-store.ts";
import { assertAbove, givenRole } from "./member-rules.ts";
import type { MembersDeps } from "./members-deps.ts";

type Sent = OperationResponse<typeof operations.createInvitation>;

/** Milliseconds for which an invitation can be accepted. */
const lifetimeMs = 7 * 86_400_000;
const tokenBytes = 24;
/** The maximum number of open invitations of one store. */
const maxInvitations = 100;

/** The maximum numbers of invitations sent within 24 hours, to any address: more are not needed by hand. */
const maxSent = { to_recipient: 20, of_store: 200 } as const;

const tooMany = {
  to_recipient: `An address can receive at most ${maxSent.to_recipient} invitations a day.`,
  of_store: `A store can send at most ${maxSent.of_store} invitations a day.`,
} as const;

/** Create a new token for a link, with its hash and expiry. */
function newToken({ random, clock }: MembersDeps) {
  const token = random(tokenBytes);
  return { token, token_hash: hashOfToken(token), expires_at: new Date(clock.now() + lifetimeMs) };
}

interface Sending {
  store: Store;
  signed_in: SignedIn;
  token: string;
}

async function send(
  tx: Transaction,
  invitation: InvitationRow,
  { store, signed_in, token }: Sending,
  deps: MembersDeps,
): Promise<Sent> {
  const link = `${deps.addresses.adminOrigin}/sign-up/invitation?token=${token}`;
  const by = signed_in.name === "" ? signed_in.email : signed_in.name;
  const { email, role, scopes } = invitation;
  const mail = { kind: "invitation", store_id: store.id, recipient: email } as const;
  const reached = await deps.boundReached(tx, mail, maxSent);
  if (reached)
    throwApiError("rate_limited", {
      message: tooMany[reached.bound],
      fields: [fieldError("email", "too_many", { max: maxSent[reached.bound] }, tooMany[reached.bound])],
      retry_after_s: reached.retry_after_s,
    });
  const named = { id: store.id, name: await storeName(tx, store.id) };
  await deps.sendEmail(tx, buildInvitationEmail({ store: named, email, role, scopes, by, link }));
  return { invitation: { ...invitation, link, is_mailed: deps.sendsEmail } };
}

/** List the open invitations of a store. */
export async function listInvitations(
  db: Queryable,
  { store, signed_in, query }: Call<typeof operations.listInvitations>,
  { clock }: MembersDeps,
): Promise<OperationResponse<typeof operations.listInvitations>> {
  assertManager(signed_in);
  const page = resolvePage(await countInvitations(db, store.id), query.page, query.limit);
  const now = new Date(clock.now());
  return { invitations: await selectInvitations(db, { store, now }, page), ...page };
}

async function assertNoMember(tx: Transaction, storeId: number, email: string): Promise<void> {
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
 * Assert that the store has room for another invitation; requests wait for each other, so that the limit
 * holds. @throws ApiError conflict
 */
async function assertRoom(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 18))", [`invitations ${storeId}`]);
  if ((await countInvitations(tx, storeId)) >= maxInvitations)
    throwApiError("conflict", {
      message: `A store can have at most ${maxInvitations} open invitations. Withdraw one first.`,
    });
}

/** Invite a person to a store. */
export async function createInvitation(
  tx: Transaction,
  { store, signed_in, body }: Call<typeof operations.createInvitation>,
  deps: MembersDeps,
): Promise<Sent> {
  assertManager(signed_in);
  const given = givenRole(body);
  assertAbove(signed_in, given.role);
  const email = body.email.trim();
  await assertNoMember(tx, store.id, email);
  await assertRoom(tx, store.id);
  const { token, token_hash, expires_at } = newToken(deps);
  const place = { store, now: new Date(deps.clock.now()) };
  const invitation =
    (await insertInvitation(tx, place, {
      email,
      ...given,
      token_hash,
      expires_at,
      invited_by: signed_in.account_id,
    })) ??
    throwFieldError(
      "email",
      "not_unique",
      { resource: "invitation" },
      `${email} has an open invitation. Resend it, or withdraw it first.`,
    );
  return send(tx, invitation, { store, signed_in, token }, deps);
}

/** Resend an invitation with a new link. */
export async function resendInvitation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.resendInvitation>,
  deps: MembersDeps,
): Promise<Sent> {
  assertManager(signed_in);
  const { role } = (await lockInvitation(tx, store.id, params.id)) ?? throwApiError("not_found");
  assertAbove(signed_in, role);
  const { token, token_hash, expires_at } = newToken(deps);
  const place = { store, now: new Date(deps.clock.now()) };
  const renewed = await renewInvitation(tx, place, { id: params.id, token_hash, expires_at });
  return send(tx, renewed ?? throwApiError("not_found"), { store, signed_in, token }, deps);
}

/** Withdraw an invitation. */
export async function withdrawInvitation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.withdrawInvitation>,
): Promise<Record<string, never>> {
  assertManager(signed_in);
  const { role } = (await lockInvitation(tx, store.id, params.id)) ?? throwApiError("not_found");
  assertAbove(signed_in, role);
  await deleteInvitation(tx, store.id, params.id);
  return {};
}
