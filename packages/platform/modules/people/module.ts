import type { Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { createPeoplePages } from "./pages.ts";
import { createPasswordPages } from "./password-pages.ts";
import { deleteExpiredPasswordResets } from "./password-reset-store.ts";
import type { Passwords } from "./passwords.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { sendPasswordResetByStaff } from "./reset-password.ts";
import { createPeopleRoutes } from "./routes.ts";
import { createSecurityPages } from "./security-pages.ts";
import type { Audience } from "./session-rules.ts";
import { deleteEndedSessions } from "./sessions.ts";

/** The functions of this module that other modules call. */
export interface PeopleApi {
  passwords: Passwords;
  /** Email a link for a new password to an account, as the platform's staff. */
  sendPasswordReset(tx: Queryable, account: { id: number; email: string; audience: Audience }): Promise<void>;
}

/** Create the module of accounts and sessions. */
export function peopleModule(deps: PeopleDeps): ModuleWith<PeopleApi> {
  const { clock, passwords } = deps;
  return {
    name: "people",
    tables: ["accounts", "password_resets", "sessions"],
    routes: createPeopleRoutes(deps),
    pages: [...createPeoplePages(deps), ...createPasswordPages(deps), ...createSecurityPages(deps)],
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
    ],
    api: {
      passwords,
      sendPasswordReset: (tx, account) => sendPasswordResetByStaff(tx, account, deps),
    },
  };
}
