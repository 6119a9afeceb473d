import type { ModuleWith } from "../../infrastructure/module.ts";
import { peoplePages } from "./pages.ts";
import type { Passwords } from "./passwords.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { peopleRoutes } from "./routes.ts";
import { sweepSessions } from "./sessions.ts";

/** What later modules ask of accounts. */
export interface PeopleApi {
  passwords: Passwords;
}

/** Create the module of accounts and sessions. */
export function peopleModule(deps: PeopleDeps): ModuleWith<PeopleApi> {
  const { clock, passwords } = deps;
  return {
    name: "people",
    tables: ["accounts", "sessions"],
    routes: peopleRoutes(deps),
    pages: peoplePages(deps),
    housekeeping: [
      {
        name: "end sessions",
        everyMs: 600_000,
        run: (database) => sweepSessions(database, new Date(clock.now())),
      },
    ],
    api: { passwords },
  };
}
