export { type Account, hasStaff } from "./account-store.ts";
export { createAccount } from "./create-account.ts";
export { peoplePages } from "./pages.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { PeopleWiring } from "./people-wiring.ts";
export { peopleRoutes } from "./routes.ts";
export type { Audience } from "./session-rules.ts";
export { endAllSessions, findSession, sweepSessions } from "./sessions.ts";
