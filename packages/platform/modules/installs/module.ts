import type { Database, Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { deleteExpiredCodes } from "./code-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { type OpenAppRequest, type OpenAppResponse, openApp } from "./open-app.ts";
import { finishDueUninstalls, finishUninstall } from "./remove-installation.ts";
import { createInstallPages, createInstallRoutes } from "./routes.ts";
import { deleteOldRevokedTokens } from "./token-store.ts";

/** The functions of this module that other modules and the runtime call. */
export interface InstallsApi {
  /** Open an installed app: see `open-app.ts`. */
  openApp(db: Queryable, request: OpenAppRequest): Promise<OpenAppResponse>;
  /** Finish an uninstall that has begun: see `remove-installation.ts`. */
  finishUninstall(database: Database, installationId: number): Promise<boolean>;
}

const minuteMs = 60_000;

/** Create the module of installations, consent and access tokens. */
export function installsModule(deps: InstallsDeps): ModuleWith<InstallsApi> {
  const getNow = (): Date => new Date(deps.clock.now());
  return {
    name: "installs",
    tables: ["installations", "access_tokens", "revoked_tokens", "authorization_codes"],
    routes: createInstallRoutes(deps),
    pages: createInstallPages(deps),
    housekeeping: [
      // INS-16: an app is removed at most 2 s after the uninstall. Any process can remove it.
      {
        name: "finish uninstalls",
        everyMs: 500,
        concurrent: true,
        run: (database) => finishDueUninstalls(database, deps),
      },
      {
        name: "delete expired codes",
        everyMs: 60 * minuteMs,
        run: (database) => deleteExpiredCodes(database, getNow()),
      },
      {
        name: "delete revoked tokens",
        everyMs: 60 * minuteMs,
        run: (database) => deleteOldRevokedTokens(database, getNow()),
      },
    ],
    api: {
      openApp: (db, request) => openApp(db, request, deps),
      finishUninstall: (database, id) => finishUninstall(database, id, deps),
    },
  };
}
