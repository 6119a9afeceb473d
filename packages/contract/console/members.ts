import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { emptyObject, idParam, noParams } from "../schemas/common.ts";
import { invitation, invitationCreate, member, memberUpdate, sentInvitation } from "../schemas/members.ts";

const people = {
  surface: "store_console",
  auth: "session",
  scopes: [],
  badge: "decided",
  clauses: [],
} as const;
const all = { ...people, params: noParams } as const;
const one = { ...people, params: idParam, query: {} } as const;
const reading = { method: "GET", errors: ["not_signed_in", "not_allowed"] } as const;
const errors = ["not_signed_in", "not_allowed", "not_found", "invalid", "csrf_failed"] as const;
const response = Type.Object({ member });
const sent = Type.Object({ invitation: sentInvitation });

export const memberOperations = {
  listMembers: defineOperation({
    ...all,
    ...reading,
    id: "members.list",
    path: "/members.json",
    query: pageParameters,
    response: createListSchema("members", member),
    summary: "List members",
    description: "For owners and managers.",
  }),
  updateMember: defineOperation({
    ...one,
    id: "members.update",
    method: "PUT",
    path: "/members/:id.json",
    body: memberUpdate,
    wrapper: "member",
    response,
    errors,
    summary: "Update a member",
    description:
      "Takes effect with the member's next request. Only the owner can change managers; nobody can change their " +
      "own role.",
  }),
  removeMember: defineOperation({
    ...one,
    id: "members.delete",
    method: "DELETE",
    path: "/members/:id.json",
    response: emptyObject,
    errors,
    summary: "Remove a member",
    description:
      "Members can also remove themselves. Takes effect with the member's next request. The owner must transfer " +
      "the ownership first.",
  }),
  transferOwnership: defineOperation({
    ...one,
    id: "members.make_owner",
    method: "POST",
    path: "/members/:id/make_owner.json",
    response,
    errors,
    summary: "Transfer the store's ownership",
    description: "The former owner becomes a manager.",
  }),
  listInvitations: defineOperation({
    ...all,
    ...reading,
    id: "invitations.list",
    path: "/invitations.json",
    query: pageParameters,
    response: createListSchema("invitations", invitation),
    summary: "List pending invitations",
    description: "Returns invitations that are neither accepted nor withdrawn. For owners and managers.",
  }),
  createInvitation: defineOperation({
    ...all,
    id: "invitations.create",
    method: "POST",
    path: "/invitations.json",
    query: {},
    body: invitationCreate,
    wrapper: "invitation",
    response: sent,
    returnsSecret: true,
    errors,
    summary: "Invite a member",
    description:
      "Sends an email with a link that is valid for 7 days and can be used once. Only the owner can invite " +
      "managers.",
  }),
  resendInvitation: defineOperation({
    ...one,
    id: "invitations.resend",
    method: "POST",
    path: "/invitations/:id/resend.json",
    response: sent,
    returnsSecret: true,
    errors,
    summary: "Resend an invitation",
    description: "Sends a new link; the previous link is no longer valid.",
  }),
  withdrawInvitation: defineOperation({
    ...one,
    id: "invitations.delete",
    method: "DELETE",
    path: "/invitations/:id.json",
    response: emptyObject,
    errors,
    summary: "Withdraw an invitation",
  }),
} as const;
