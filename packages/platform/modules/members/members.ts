import {
  assertAccess,
  getRoleRights,
  type OperationResponse,
  operations,
  resolvePage,
  throwApiError,
} from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { assertWithinStoreQuota } from "../../infrastructure/quotas/index.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { withdrawInvitationsSentBy } from "./invitations.ts";
import { assertCanManage, resolveRole } from "./member-rules.ts";
import {
  countMembers,
  deleteMember,
  lockMember,
  type MemberRow,
  selectMembers,
  setRole,
} from "./member-store.ts";

type Member = OperationResponse<typeof operations.updateMember>["member"];

function toMemberJson({ account_id, rights, ...row }: MemberRow, callerId: number): Member {
  return {
    id: account_id,
    ...row,
    rights: [...getRoleRights(row.role, rights)],
    is_self: account_id === callerId,
  };
}

/** Return a page of a store's members. */
export async function listMembers(
  db: Queryable,
  { store, signed_in, query }: Call<typeof operations.listMembers>,
): Promise<OperationResponse<typeof operations.listMembers>> {
  const page = resolvePage(await countMembers(db, store.id), query.page, query.limit);
  const rows = await selectMembers(db, store, page);
  return { members: rows.map((row) => toMemberJson(row, signed_in.account_id)), ...page };
}

/** Update a member's role, rights and apps. The update applies from the member's next request. */
export async function updateMember(
  tx: Transaction,
  { store, signed_in, params, body }: Call<typeof operations.updateMember>,
): Promise<{ member: Member }> {
  const newRole = await resolveRole(tx, store.id, body);
  const member = (await lockMember(tx, store, params.id)) ?? throwApiError("not_found");
  if (member.account_id === signed_in.account_id)
    throwApiError("not_allowed", {
      message: "You cannot change your own role. Ask the owner or another manager.",
    });
  assertCanManage(signed_in, member.role, newRole.role);
  await setRole(tx, store.id, { account_id: member.account_id, ...newRole });
  await recordSecurityEvent(tx, {
    kind: "member_access_changed",
    account_id: member.account_id,
    store_id: store.id,
    details: { former_role: member.role, ...newRole },
  });
  // guard invitations-of-demoted: without it, invitations-of-former-managers.test.ts fails
  if (!getRoleRights(newRole.role, newRole.rights).includes("members.manage"))
    await withdrawInvitationsSentBy(tx, store.id, member.account_id);
  return { member: toMemberJson({ ...member, ...newRole }, signed_in.account_id) };
}

/** Remove a member from the store. Managers can remove other members, and every member but the owner can leave. */
export async function removeMember(
  tx: Transaction,
  { store, signed_in, actor, params }: Call<typeof operations.removeMember>,
): Promise<Record<string, never>> {
  const isLeaving = params.id === signed_in.account_id;
  // guard removing-others: without it, members.test.ts fails
  if (!isLeaving) assertAccess(operations.updateMember, actor);
  const member = (await lockMember(tx, store, params.id)) ?? throwApiError("not_found");
  if (isLeaving && member.role === "owner")
    throwApiError("not_allowed", {
      message: "The owner cannot leave the store. Transfer its ownership first.",
    });
  if (!isLeaving) assertCanManage(signed_in, member.role);
  await deleteMember(tx, store.id, member.account_id);
  const details = { role: member.role, is_leaving: isLeaving };
  const { account_id } = member;
  await recordSecurityEvent(tx, { kind: "member_removed", account_id, store_id: store.id, details });
  // guard invitations-of-removed: without it, invitations-of-former-managers.test.ts fails
  await withdrawInvitationsSentBy(tx, store.id, account_id);
  return {};
}

/** The stored rights and apps of an owner or a manager: none, because these roles have fixed rights and can open every app. */
const fixedRoleAccess = { rights: [], installation_ids: [] };

/** Make another member the owner of a store. The former owner becomes a manager. */
export async function transferOwnership(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.transferOwnership>,
): Promise<{ member: Member }> {
  // The caller's row is locked first, so that the later of two simultaneous transfers finds that the caller is no longer the owner.
  const caller = (await lockMember(tx, store, signed_in.account_id)) ?? throwApiError("store_not_found");
  if (caller.role !== "owner")
    throwApiError("not_allowed", { message: "Only the owner can transfer ownership of the store." });
  if (params.id === caller.account_id) return { member: toMemberJson(caller, caller.account_id) };
  const member = (await lockMember(tx, store, params.id)) ?? throwApiError("not_found");
  await setRole(tx, store.id, { account_id: caller.account_id, role: "manager", ...fixedRoleAccess });
  await setRole(tx, store.id, { account_id: member.account_id, role: "owner", ...fixedRoleAccess });
  await assertWithinStoreQuota(tx, member.account_id);
  await recordSecurityEvent(tx, {
    kind: "ownership_transferred",
    account_id: member.account_id,
    store_id: store.id,
    details: { former_owner_id: caller.account_id },
  });
  return { member: toMemberJson({ ...member, role: "owner", ...fixedRoleAccess }, caller.account_id) };
}
