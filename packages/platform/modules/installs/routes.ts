import { operations } from "@souk/contract";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createAuthorizePages } from "./authorize-pages.ts";
import { listAvailableApps } from "./available-apps.ts";
import { createSessionToken } from "./create-session-token.ts";
import { createCustomApp, regenerateToken } from "./custom-apps.ts";
import { disableApp, enableApp } from "./enable-app.ts";
import { exchangeCode } from "./exchange-code.ts";
import { createInstallLinkPages } from "./install-pages.ts";
import { getInstalledApp, listInstalledApps } from "./installed-app.ts";
import { createInstalledPages } from "./installed-pages.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { openApp, startInstall } from "./open-app.ts";
import { uninstallApp } from "./uninstall-app.ts";

/** Create the routes that every member of a store may use, to list apps and open those that the member has access to. */
function createMemberRoutes(deps: InstallsDeps): Route[] {
  return [
    read(operations.listInstalledApps, (database, { store, signed_in, query }) =>
      listInstalledApps(database, { store_id: store.id, signed_in, ...query }),
    ),
    read(operations.listAvailableApps, (database, { store, query }) =>
      listAvailableApps(database, { store_id: store.id, ...query }, deps),
    ),
    read(operations.getInstalledApp, (database, { store, signed_in, params }) =>
      getInstalledApp(database, { store_id: store.id, id: params.id, signed_in }),
    ),
    read(operations.openApp, (database, { store, signed_in, params }) =>
      openApp(database, { store, id: params.id, signed_in }, deps),
    ),
    read(operations.createSessionToken, (database, { store, signed_in, params }) =>
      createSessionToken(database, { store, id: params.id, signed_in }, deps),
    ),
  ];
}

/** Create the routes that change a store's apps. */
function createManagerRoutes(deps: InstallsDeps): Route[] {
  return [
    read(operations.startInstall, (database, { store, body }) =>
      startInstall(database, { store, app: body.app }, deps),
    ),
    write(operations.disableApp, (tx, { store, signed_in, params }) =>
      disableApp(tx, { store_id: store.id, id: params.id, signed_in }, deps),
    ),
    write(operations.enableApp, (tx, { store, signed_in, params }) =>
      enableApp(tx, { store_id: store.id, id: params.id, signed_in }, deps),
    ),
    write(operations.uninstallApp, async (tx, { store, params, actor, request_id }) => {
      await uninstallApp(tx, { store, id: params.id, cause: { actor, request_id } }, deps);
      return {};
    }),
    write(operations.createCustomApp, (tx, { store, body }) =>
      createCustomApp(tx, { store_id: store.id, input: body }, deps),
    ),
    write(operations.regenerateCustomAppToken, (tx, { store, params }) =>
      regenerateToken(tx, { store_id: store.id, id: params.id }, deps),
    ),
  ];
}

/** Create the routes of the token exchange and the console operations about the apps of a store. */
export function createInstallRoutes(deps: InstallsDeps): Route[] {
  return [
    // Not `write`, because its transaction would roll back the record of a reused code when the request fails.
    read(operations.exchangeToken, (database, { store, body, request_id, client_address, user_agent }) =>
      exchangeCode(database, { store, body, request_id, client_address, user_agent }, deps),
    ),
    ...createMemberRoutes(deps),
    ...createManagerRoutes(deps),
  ];
}

/** Create the routes of the pages for installing an app, approving its request and opening it. */
export function createInstallPages(deps: InstallsDeps): PageRoute[] {
  return [...createInstallLinkPages(deps), ...createAuthorizePages(deps), ...createInstalledPages(deps)];
}
