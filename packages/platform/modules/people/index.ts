export { hasStaff, insertAccount } from "./account-store.ts";
export { createAccount } from "./create-account.ts";
export { getDevice } from "./get-device.ts";
export { peopleModule } from "./module.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { PeopleDeps } from "./people-deps.ts";
export { endAllSessions, findSession, startSession } from "./sessions.ts";
export { recordVerifiedEmail, sendVerificationLink } from "./verify-email.ts";
