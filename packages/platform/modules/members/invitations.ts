import { type AnswerOf, type operations, pageOf, refuse, refuseField } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call, SignedIn, Store } from "../../routing/call.ts";
import { requireManager } from "../installs/index.ts";
import { storeName } from "../stores/index.ts";
import { invitationMail } from "./invitation-mail.ts";
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
import { givenRole, requireAbove } from "./member-rules.ts";
import type { MembersWiring } from "./members-wiring.ts";

type Sent = AnswerOf<typeof operations.createInvitation>;

/** How long an invitation can be accepted. */
const lifetimeMs = 7 * 86_400_000;
const tokenBytes = 24;
/** Open invitations of one shop. */
const most = 100;

/** How many are sent within 24 hours at most, to whomever somebody names: by hand nobody needs more. */
const mostSent = { to_recipient: 20, of_shop: 200 } as const;

const tooMany = {
  to_recipient: `An address is sent at most ${mostSent.to_recipient} invitations a day.`,
  of_shop: `A shop sends at most ${mostSent.of_shop} invitations a day.`,
} as const;

/** A new link, its hash and how long it is good. */
function newToken({ random, clock }: MembersWiring) {
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
  wiring: MembersWiring,
): Promise<Sent> {
  const link = `${wiring.addresses.adminOrigin}/sign-up/invitation?token=${token}`;
  const by = signed_in.name === "" ? signed_in.email : signed_in.name;
  const { email, role, scopes } = invitation;
  const mail = { kind: "invitation", store_id: store.id, recipient: email } as const;
  const reached = await wiring.boundReached(tx, mail, mostSent);
  if (reached)
    refuse("rate_limited", { message: tooMany[reached.bound], retry_after_s: reached.retry_after_s });
  const named = { id: store.id, name: await storeName(tx, store.id) };
  await wiring.sendMail(tx, invitationMail({ store: named, email, role, scopes, by, link }));
  return { invitation: { ...invitation, link, is_mailed: wiring.sendsMail } };
}

/** The open invitations of a shop. */
export async function listInvitations(
  run: Queryable,
  { store, signed_in, query }: Call<typeof operations.listInvitations>,
  { clock }: MembersWiring,
): Promise<AnswerOf<typeof operations.listInvitations>> {
  requireManager(signed_in);
  const page = pageOf(await countInvitations(run, store.id), query.page, query.limit);
  const now = new Date(clock.now());
  return { invitations: await selectInvitations(run, { store, now }, page), ...page };
}

async function requireNoMember(tx: Transaction, storeId: number, email: string): Promise<void> {
  const text = `
    select from memberships m join accounts account on account.id = m.account_id
    where m.store_id = $1 and lower(account.email) = lower($2)`;
  if ((await tx.query(text, [storeId, email])).rowCount > 0)
    refuseField("email", `${email} belongs to this shop already; change what they may do instead.`);
}

/** @throws Refusal conflict when the shop has as many as it may; one request after the other, so that the limit holds */
async function requireRoom(tx: Transaction, storeId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 18))", [`invitations ${storeId}`]);
  if ((await countInvitations(tx, storeId)) >= most)
    refuse("conflict", { message: `A shop has at most ${most} open invitations; withdraw one first.` });
}

/** Asks somebody to join a shop. */
export async function createInvitation(
  tx: Transaction,
  { store, signed_in, body }: Call<typeof operations.createInvitation>,
  wiring: MembersWiring,
): Promise<Sent> {
  requireManager(signed_in);
  const given = givenRole(body);
  requireAbove(signed_in, given.role);
  const email = body.email.trim();
  await requireNoMember(tx, store.id, email);
  await requireRoom(tx, store.id);
  const { token, token_hash, expires_at } = newToken(wiring);
  const place = { store, now: new Date(wiring.clock.now()) };
  const invitation =
    (await insertInvitation(tx, place, {
      email,
      ...given,
      token_hash,
      expires_at,
      invited_by: signed_in.account_id,
    })) ?? refuseField("email", `${email} has an open invitation; send that again, or withdraw it first.`);
  return send(tx, invitation, { store, signed_in, token }, wiring);
}

/** Sends an invitation again, with a new link. */
export async function resendInvitation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.resendInvitation>,
  wiring: MembersWiring,
): Promise<Sent> {
  requireManager(signed_in);
  const { role } = (await lockInvitation(tx, store.id, params.id)) ?? refuse("not_found");
  requireAbove(signed_in, role);
  const { token, token_hash, expires_at } = newToken(wiring);
  const place = { store, now: new Date(wiring.clock.now()) };
  const renewed = await renewInvitation(tx, place, { id: params.id, token_hash, expires_at });
  return send(tx, renewed ?? refuse("not_found"), { store, signed_in, token }, wiring);
}

/** Takes an invitation back. */
export async function withdrawInvitation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.withdrawInvitation>,
): Promise<Record<string, never>> {
  requireManager(signed_in);
  const { role } = (await lockInvitation(tx, store.id, params.id)) ?? refuse("not_found");
  requireAbove(signed_in, role);
  await deleteInvitation(tx, store.id, params.id);
  return {};
}
