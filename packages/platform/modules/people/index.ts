export { hasStaff, insertAccount } from "./account-store.ts";
export { createAccount } from "./create-account.ts";
export { describeDevice } from "./device-name.ts";
export { type PeopleApi, peopleModule } from "./module.ts";
export { createPasswords } from "./passwords.ts";
export type { PeopleDeps } from "./people-deps.ts";
export { endAllSessions, findSession, listSessions, startSession } from "./sessions.ts";
