import { type OperationResponse, type operations, resolvePage, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { assertManager } from "../installs/index.ts";
import { assertAbove, givenRole } from "./member-rules.ts";
import {
  countMembers,
  deleteMember,
  lockMember,
  type MemberRow,
  selectMembers,
  setRole,
} from "./member-store.ts";

type Member = OperationResponse<typeof operations.updateMember>["member"];

function toMember({ account_id, ...row }: MemberRow, self: number): Member {
  return { id: account_id, ...row, is_self: account_id === self };
}

/** List the members of a store. */
export async function listMembers(
  db: Queryable,
  { store, signed_in, query }: Call<typeof operations.listMembers>,
): Promise<OperationResponse<typeof operations.listMembers>> {
  assertManager(signed_in);
  const page = resolvePage(await countMembers(db, store.id), query.page, query.limit);
  const rows = await selectMembers(db, store, page);
  return { members: rows.map((row) => toMember(row, signed_in.account_id)), ...page };
}

/** Update a member's role and scopes, from their next request on. */
export async function updateMember(
  tx: Transaction,
  { store, signed_in, params, body }: Call<typeof operations.updateMember>,
): Promise<{ member: Member }> {
  assertManager(signed_in);
  const given = givenRole(body);
  const found = (await lockMember(tx, store, params.id)) ?? throwApiError("not_found");
  if (found.account_id === signed_in.account_id)
    throwApiError("not_allowed", {
      message: "You cannot change your own role. Ask the owner or another manager.",
    });
  assertAbove(signed_in, found.role, given.role);
  await setRole(tx, store.id, { account_id: found.account_id, ...given });
  return { member: toMember({ ...found, ...given }, signed_in.account_id) };
}

/** Remove a member from the store: another one, or oneself. */
export async function removeMember(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.removeMember>,
): Promise<Record<string, never>> {
  const leaves = params.id === signed_in.account_id;
  if (!leaves) assertManager(signed_in);
  const found = (await lockMember(tx, store, params.id)) ?? throwApiError("not_found");
  if (leaves && found.role === "owner")
    throwApiError("not_allowed", { message: "The owner cannot leave the store. Transfer ownership first." });
  if (!leaves) assertAbove(signed_in, found.role);
  await deleteMember(tx, store.id, found.account_id);
  return {};
}

/** Make another member the owner of a store; the former owner becomes a manager. */
export async function transferOwnership(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.transferOwnership>,
): Promise<{ member: Member }> {
  // The owner's row is locked first, so that of two that hand over at once one finds it is owner no more.
  const own = (await lockMember(tx, store, signed_in.account_id)) ?? throwApiError("store_not_found");
  if (own.role !== "owner")
    throwApiError("not_allowed", { message: "Only the owner can transfer ownership of the store." });
  if (params.id === own.account_id) return { member: toMember(own, own.account_id) };
  const found = (await lockMember(tx, store, params.id)) ?? throwApiError("not_found");
  await setRole(tx, store.id, { account_id: own.account_id, role: "manager", scopes: [] });
  await setRole(tx, store.id, { account_id: found.account_id, role: "owner", scopes: [] });
  return { member: toMember({ ...found, role: "owner", scopes: [] }, own.account_id) };
}
