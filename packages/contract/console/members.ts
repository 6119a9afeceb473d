import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { emptyObject, idParam, noParams } from "../schemas/common.ts";
import { invitation, invitationCreate, member, memberUpdate, sentInvitation } from "../schemas/members.ts";

const memberOperation = {
  surface: "store_console",
  auth: "session",
  scopes: [],
  definedBy: "souk",
  clauses: [],
} as const;
const storeOperation = { ...memberOperation, params: noParams } as const;
const recordOperation = { ...memberOperation, params: idParam, query: {} } as const;
const readOperation = { method: "GET", errors: ["not_signed_in", "not_allowed"] } as const;
const errors = ["not_signed_in", "not_allowed", "not_found", "invalid", "csrf_failed"] as const;
const response = Type.Object({ member });
const sentInvitationResponse = Type.Object({ invitation: sentInvitation });

export const memberOperations = {
  listMembers: defineOperation({
    ...storeOperation,
    ...readOperation,
    id: "members.list",
    rights: [["members.manage"]],
    path: "/members.json",
    query: pageParameters,
    response: createListSchema("members", member),
    summary: "List members",
  }),
  updateMember: defineOperation({
    ...recordOperation,
    id: "members.update",
    rights: [["members.manage"]],
    needsStepUp: true,
    method: "PUT",
    path: "/members/:id.json",
    body: memberUpdate,
    wrapper: "member",
    response,
    errors,
    summary: "Update a member",
    description:
      "The new role applies from the member's next request. Only the owner can change managers, and nobody can " +
      "change their own role.",
  }),
  removeMember: defineOperation({
    ...recordOperation,
    id: "members.delete",
    rights: [],
    method: "DELETE",
    path: "/members/:id.json",
    response: emptyObject,
    errors,
    summary: "Remove a member",
    description:
      "Requires the right members.manage, but members can remove themselves without it. The member loses access with their next request. An owner must " +
      "transfer the ownership first.",
  }),
  transferOwnership: defineOperation({
    ...recordOperation,
    id: "members.make_owner",
    rights: [["store.transfer"]],
    needsStepUp: true,
    method: "POST",
    path: "/members/:id/make_owner.json",
    response,
    errors: [...errors, "quota_exceeded"],
    summary: "Transfer the store's ownership",
    description: "The former owner becomes a manager.",
  }),
  listInvitations: defineOperation({
    ...storeOperation,
    ...readOperation,
    id: "invitations.list",
    rights: [["members.manage"]],
    path: "/invitations.json",
    query: pageParameters,
    response: createListSchema("invitations", invitation),
    summary: "List pending invitations",
    description: "Returns invitations that are neither accepted nor withdrawn.",
  }),
  createInvitation: defineOperation({
    ...storeOperation,
    id: "invitations.create",
    rights: [["members.manage"]],
    needsStepUp: true,
    method: "POST",
    path: "/invitations.json",
    query: {},
    body: invitationCreate,
    wrapper: "invitation",
    response: sentInvitationResponse,
    returnsSecret: true,
    errors: [...errors, "email_not_verified"],
    summary: "Invite a member",
    description:
      "Sends an email with a link that is valid for 7 days and can be used once. Only the owner can invite " +
      "managers.",
  }),
  resendInvitation: defineOperation({
    ...recordOperation,
    id: "invitations.resend",
    rights: [["members.manage"]],
    needsStepUp: true,
    method: "POST",
    path: "/invitations/:id/resend.json",
    response: sentInvitationResponse,
    returnsSecret: true,
    errors: [...errors, "email_not_verified"],
    summary: "Resend an invitation",
    description: "Sends a new link; the previous link is no longer valid.",
  }),
  withdrawInvitation: defineOperation({
    ...recordOperation,
    id: "invitations.delete",
    rights: [["members.manage"]],
    method: "DELETE",
    path: "/invitations/:id.json",
    response: emptyObject,
    errors,
    summary: "Withdraw an invitation",
  }),
} as const;
