import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { createInvitation, listInvitations, resendInvitation, withdrawInvitation } from "./invitations.ts";
import { listMembers, removeMember, transferOwnership, updateMember } from "./members.ts";
import type { MembersWiring } from "./members-wiring.ts";

/** The console operations about the people of a shop. */
export function membersRoutes(wiring: MembersWiring): Route[] {
  return [
    read(operations.listMembers, listMembers),
    write(operations.updateMember, updateMember),
    write(operations.removeMember, removeMember),
    write(operations.transferOwnership, transferOwnership),
    read(operations.listInvitations, (database, call) => listInvitations(database, call, wiring)),
    write(operations.createInvitation, (tx, call) => createInvitation(tx, call, wiring)),
    write(operations.resendInvitation, (tx, call) => resendInvitation(tx, call, wiring)),
    write(operations.withdrawInvitation, withdrawInvitation),
  ];
}
