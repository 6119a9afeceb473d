import type { Module } from "../../infrastructure/module.ts";
import { invitationPages } from "./invitation-pages.ts";
import type { MembersDeps } from "./members-deps.ts";
import { membersRoutes } from "./routes.ts";

/** Create the module of a store's members and invitations. */
export function membersModule(deps: MembersDeps): Module {
  return {
    name: "members",
    tables: ["invitations"],
    routes: membersRoutes(deps),
    pages: invitationPages(deps),
  };
}
