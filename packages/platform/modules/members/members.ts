import { type AnswerOf, type operations, pageOf, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { requireManager } from "../installs/index.ts";
import { givenRole, requireAbove } from "./member-rules.ts";
import {
  countMembers,
  deleteMember,
  lockMember,
  type MemberRow,
  selectMembers,
  setRole,
} from "./member-store.ts";

type Member = AnswerOf<typeof operations.updateMember>["member"];

function memberOf({ account_id, ...row }: MemberRow, self: number): Member {
  return { id: account_id, ...row, is_self: account_id === self };
}

/** The people of a shop. */
export async function listMembers(
  run: Queryable,
  { store, signed_in, query }: Call<typeof operations.listMembers>,
): Promise<AnswerOf<typeof operations.listMembers>> {
  requireManager(signed_in);
  const page = pageOf(await countMembers(run, store.id), query.page, query.limit);
  const rows = await selectMembers(run, store, page);
  return { members: rows.map((row) => memberOf(row, signed_in.account_id)), ...page };
}

/** Changes what a person may do, from their next request on. */
export async function updateMember(
  tx: Transaction,
  { store, signed_in, params, body }: Call<typeof operations.updateMember>,
): Promise<{ member: Member }> {
  requireManager(signed_in);
  const given = givenRole(body);
  const found = (await lockMember(tx, store, params.id)) ?? refuse("not_found");
  if (found.account_id === signed_in.account_id)
    refuse("not_allowed", { message: "Nobody changes their own role; ask another of the shop's people." });
  requireAbove(signed_in, found.role, given.role);
  await setRole(tx, store.id, { account_id: found.account_id, ...given });
  return { member: memberOf({ ...found, ...given }, signed_in.account_id) };
}

/** Takes a person out of the shop: somebody else, or oneself. */
export async function removeMember(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.removeMember>,
): Promise<Record<string, never>> {
  const leaves = params.id === signed_in.account_id;
  if (!leaves) requireManager(signed_in);
  const found = (await lockMember(tx, store, params.id)) ?? refuse("not_found");
  if (leaves && found.role === "owner")
    refuse("not_allowed", { message: "A shop has an owner; hand it over before you leave." });
  if (!leaves) requireAbove(signed_in, found.role);
  await deleteMember(tx, store.id, found.account_id);
  return {};
}

/** Makes another of its people the owner of a shop; who was becomes a manager. */
export async function transferOwnership(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.transferOwnership>,
): Promise<{ member: Member }> {
  // The owner's row is locked first, so that of two that hand over at once one finds it is owner no more.
  const own = (await lockMember(tx, store, signed_in.account_id)) ?? refuse("store_not_found");
  if (own.role !== "owner") refuse("not_allowed", { message: "Only the owner hands the shop over." });
  if (params.id === own.account_id) return { member: memberOf(own, own.account_id) };
  const found = (await lockMember(tx, store, params.id)) ?? refuse("not_found");
  await setRole(tx, store.id, { account_id: own.account_id, role: "manager", scopes: [] });
  await setRole(tx, store.id, { account_id: found.account_id, role: "owner", scopes: [] });
  return { member: memberOf({ ...found, role: "owner", scopes: [] }, own.account_id) };
}
