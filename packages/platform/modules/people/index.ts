export { hasStaff, insertAccount } from "./account-store.ts";
export { createAccount } from "./create-account.ts";
export { describeDevice } from "./device-name.ts";
export { getDevice } from "./get-device.ts";
export { type PeopleApi, peopleModule } from "./module.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { PeopleDeps } from "./people-deps.ts";
export { endAllSessions, findSession, listSessions, startSession } from "./sessions.ts";
export { recordVerifiedEmail, sendVerificationLink } from "./verify-email.ts";
