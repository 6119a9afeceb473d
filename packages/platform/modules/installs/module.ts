import type { Database, Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { sweepCodes } from "./code-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import type { PlaceInApp } from "./open-address.ts";
import { type Opened, openApp } from "./open-app.ts";
import { finishDueUninstalls, finishUninstall } from "./remove-installation.ts";
import { installsPages, installsRoutes } from "./routes.ts";
import { sweepRevokedTokens } from "./token-store.ts";

/** What later modules and the runtime ask of installations. */
export interface InstallsApi {
  /** See `open-app.ts`. */
  openApp(db: Queryable, place: { store: Store; id: number; at?: PlaceInApp }): Promise<Opened>;
  /** See `remove-installation.ts`. */
  finishUninstall(database: Database, installationId: number): Promise<boolean>;
}

const minuteMs = 60_000;

/** Create the module of installations, consent and access tokens. */
export function installsModule(deps: InstallsDeps): ModuleWith<InstallsApi> {
  const now = (): Date => new Date(deps.clock.now());
  return {
    name: "installs",
    tables: ["installations", "access_tokens", "revoked_tokens", "authorization_codes"],
    routes: installsRoutes(deps),
    pages: installsPages(deps),
    housekeeping: [
      // INS-16: removal follows at most 2 s after the uninstall, whichever process is there to do it.
      {
        name: "finish uninstalls",
        everyMs: 500,
        concurrent: true,
        run: (database) => finishDueUninstalls(database, deps),
      },
      { name: "forget codes", everyMs: 60 * minuteMs, run: (database) => sweepCodes(database, now()) },
      {
        name: "forget revoked tokens",
        everyMs: 60 * minuteMs,
        run: (database) => sweepRevokedTokens(database, now()),
      },
    ],
    api: {
      openApp: (db, place) => openApp(db, place, deps),
      finishUninstall: (database, id) => finishUninstall(database, id, deps),
    },
  };
}
