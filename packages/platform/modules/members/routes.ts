import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createInvitation, listInvitations, resendInvitation, withdrawInvitation } from "./invitations.ts";
import { listMembers, removeMember, transferOwnership, updateMember } from "./members.ts";
import type { MembersDeps } from "./members-deps.ts";

/** Create the console routes of a store's members. */
export function createMemberRoutes(deps: MembersDeps): Route[] {
  return [
    read(operations.listMembers, listMembers),
    write(operations.updateMember, updateMember),
    write(operations.removeMember, removeMember),
    write(operations.transferOwnership, transferOwnership),
    read(operations.listInvitations, (database, call) => listInvitations(database, call, deps)),
    write(operations.createInvitation, (tx, call) => createInvitation(tx, call, deps)),
    write(operations.resendInvitation, (tx, call) => resendInvitation(tx, call, deps)),
    write(operations.withdrawInvitation, withdrawInvitation),
  ];
}
