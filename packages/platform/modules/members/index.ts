export { invitationPages } from "./invitation-pages.ts";
export type { MembersWiring } from "./members-wiring.ts";
export { membersRoutes } from "./routes.ts";
