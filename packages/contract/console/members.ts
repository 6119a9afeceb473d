import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { idParam, noParams, nothing } from "../schemas/common.ts";
import { invitation, invitationCreate, member, memberUpdate, sentInvitation } from "../schemas/members.ts";

const people = {
  surface: "shop_console",
  caller: "session",
  scopes: [],
  badge: "decided",
  clauses: [],
} as const;
const all = { ...people, params: noParams } as const;
const one = { ...people, params: idParam, query: {} } as const;
const reading = { method: "GET", refusals: ["not_signed_in", "not_allowed"] } as const;
const refusals = ["not_signed_in", "not_allowed", "not_found", "invalid", "csrf_failed"] as const;
const answer = Type.Object({ member });
const sent = Type.Object({ invitation: sentInvitation });

export const memberOperations = {
  listMembers: operation({
    ...all,
    ...reading,
    id: "members.list",
    path: "/members.json",
    query: pageParameters,
    answer: listOf("members", member),
    summary: "List the people of the shop",
    description: "For owners and managers.",
  }),
  updateMember: operation({
    ...one,
    id: "members.update",
    method: "PUT",
    path: "/members/:id.json",
    body: memberUpdate,
    wrapper: "member",
    answer,
    refusals,
    summary: "Change what a person may do",
    description:
      "It counts from their next request on. Only the owner changes managers; nobody changes themselves.",
  }),
  removeMember: operation({
    ...one,
    id: "members.delete",
    method: "DELETE",
    path: "/members/:id.json",
    answer: nothing,
    refusals,
    summary: "Remove a person from the shop, or leave it oneself",
    description: "It counts from their next request on. The owner hands the shop over before leaving.",
  }),
  transferOwnership: operation({
    ...one,
    id: "members.make_owner",
    method: "POST",
    path: "/members/:id/make_owner.json",
    answer,
    refusals,
    summary: "Hand the shop over to another of its people",
    description: "The former owner becomes a manager.",
  }),
  listInvitations: operation({
    ...all,
    ...reading,
    id: "invitations.list",
    path: "/invitations.json",
    query: pageParameters,
    answer: listOf("invitations", invitation),
    summary: "List who was asked to join",
    description: "Until it is accepted or withdrawn. For owners and managers.",
  }),
  createInvitation: operation({
    ...all,
    id: "invitations.create",
    method: "POST",
    path: "/invitations.json",
    query: {},
    body: invitationCreate,
    wrapper: "invitation",
    answer: sent,
    answersSecret: true,
    refusals,
    summary: "Ask somebody to join the shop",
    description: "A mail brings them a link that is good for 7 days and once. Only the owner asks managers.",
  }),
  resendInvitation: operation({
    ...one,
    id: "invitations.resend",
    method: "POST",
    path: "/invitations/:id/resend.json",
    answer: sent,
    answersSecret: true,
    refusals,
    summary: "Send an invitation again",
    description: "With a new link; the one before is good no more.",
  }),
  withdrawInvitation: operation({
    ...one,
    id: "invitations.delete",
    method: "DELETE",
    path: "/invitations/:id.json",
    answer: nothing,
    refusals,
    summary: "Withdraw an invitation",
  }),
} as const;
