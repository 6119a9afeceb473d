import type { Module } from "../../infrastructure/module.ts";
import { createInvitationPages } from "./invitation-pages.ts";
import type { MembersDeps } from "./members-deps.ts";
import { createMemberRoutes } from "./routes.ts";

/** Create the module of a store's members and invitations. */
export function membersModule(deps: MembersDeps): Module {
  return {
    name: "members",
    tables: ["invitations"],
    routes: createMemberRoutes(deps),
    pages: createInvitationPages(deps),
  };
}
