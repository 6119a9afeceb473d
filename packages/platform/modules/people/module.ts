import type { Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { createActivityPages } from "./activity-pages.ts";
import { deleteUnverifiedAccounts } from "./delete-unverified-accounts.ts";
import { deleteOldDevices } from "./device-store.ts";
import { deleteExpiredEmailVerifications } from "./email-verification-store.ts";
import { createCodePages } from "./factors/code-pages.ts";
import { createFactorPages } from "./factors/factor-pages.ts";
import { createPasskeyPages } from "./factors/passkey-pages.ts";
import { deleteExpiredChallenges } from "./factors/passkey-store.ts";
import { deleteExpiredPendingSignIns } from "./factors/pending-sign-ins.ts";
import { createVerifyPages } from "./factors/verify-pages.ts";
import { createPeoplePages } from "./pages.ts";
import { deleteOldAttempts } from "./password-attempt-store.ts";
import { createPasswordPages } from "./password-pages.ts";
import { deleteExpiredPasswordResets } from "./password-reset-store.ts";
import type { Passwords } from "./passwords.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { sendPasswordResetByStaff } from "./reset-password.ts";
import { createPeopleRoutes } from "./routes.ts";
import { createSecurityPages } from "./security-pages.ts";
import type { Audience } from "./session-rules.ts";
import { deleteEndedSessions } from "./sessions.ts";
import { createVerificationPages } from "./verification-pages.ts";

/** The functions of this module that other modules call. */
export interface PeopleApi {
  passwords: Passwords;
  /** Email an account a link to set a new password, on behalf of the platform's staff. */
  sendPasswordReset(tx: Queryable, account: { id: number; email: string; audience: Audience }): Promise<void>;
}

/** Create the module of accounts and sessions. */
export function peopleModule(deps: PeopleDeps): ModuleWith<PeopleApi> {
  const { clock, passwords } = deps;
  return {
    name: "people",
    tables: [
      "account_devices",
      "accounts",
      "authenticator_apps",
      "code_failures",
      "email_verifications",
      "passkey_challenges",
      "passkeys",
      "password_attempts",
      "password_resets",
      "pending_sign_ins",
      "recovery_codes",
      "sessions",
    ],
    routes: createPeopleRoutes(deps),
    pages: [
      ...createPeoplePages(deps),
      ...createCodePages(deps),
      ...createPasswordPages(deps),
      ...createSecurityPages(deps),
      ...createActivityPages(),
      ...createVerificationPages(deps),
      ...createFactorPages(deps),
      ...createVerifyPages(deps),
      ...createPasskeyPages(deps),
    ],
    housekeeping: [
      {
        name: "delete ended sessions",
        everyMs: 600_000,
        run: (database) => deleteEndedSessions(database, new Date(clock.now())),
      },
      {
        name: "delete expired password resets",
        everyMs: 3_600_000,
        run: (database) => deleteExpiredPasswordResets(database, new Date(clock.now())),
      },
      {
        name: "delete expired email verifications",
        everyMs: 3_600_000,
        run: (database) => deleteExpiredEmailVerifications(database, new Date(clock.now())),
      },
      {
        name: "delete unverified accounts",
        everyMs: 3_600_000,
        run: (database) => deleteUnverifiedAccounts(database, new Date(clock.now())),
      },
      {
        name: "delete expired passkey challenges",
        everyMs: 600_000,
        run: (database) => deleteExpiredChallenges(database, new Date(clock.now())),
      },
      {
        name: "delete expired pending sign-ins",
        everyMs: 600_000,
        run: (database) => deleteExpiredPendingSignIns(database, new Date(clock.now())),
      },
      {
        name: "delete old attempts to enter a password",
        everyMs: 3_600_000,
        run: (database) => deleteOldAttempts(database, new Date(clock.now())),
      },
      {
        name: "forget devices",
        everyMs: 86_400_000,
        run: (database) => deleteOldDevices(database, new Date(clock.now())),
      },
    ],
    api: {
      passwords,
      sendPasswordReset: (tx, account) => sendPasswordResetByStaff(tx, account, deps),
    },
  };
}
