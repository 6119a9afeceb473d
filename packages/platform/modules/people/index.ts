export { hasStaff, insertAccount } from "./account-store.ts";
export { createAccount } from "./create-account.ts";
export { peoplePages } from "./pages.ts";
export { createPasswords } from "./passwords.ts";
export type { PeopleWiring } from "./people-wiring.ts";
export { peopleRoutes } from "./routes.ts";
export { endAllSessions, findSession, startSession, sweepSessions } from "./sessions.ts";
