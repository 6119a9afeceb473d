import { operations } from "@souk/contract";
import type { PageRoute } from "../../routing/page.ts";
import { type Route, read, write } from "../../routing/route.ts";
import { authorizePages } from "./authorize-pages.ts";
import { listAvailableApps } from "./available-apps.ts";
import { createSessionToken } from "./create-session-token.ts";
import { createCustomApp, regenerateToken } from "./custom-apps.ts";
import { disableApp, enableApp } from "./enable-app.ts";
import { exchangeCode } from "./exchange-code.ts";
import { installPages } from "./install-pages.ts";
import { getInstalledApp, listInstalledApps } from "./installed-app.ts";
import { installedPages } from "./installed-pages.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { requireManager } from "./merchant-rights.ts";
import { openApp, startInstall } from "./open-app.ts";
import { uninstallApp } from "./uninstall-app.ts";

/** What every member may do: see the shop's apps and open them. */
function staffRoutes(wiring: InstallsWiring): Route[] {
  return [
    read(operations.listInstalledApps, (database, { store, query }) =>
      listInstalledApps(database, { store_id: store.id, ...query }),
    ),
    read(operations.listAvailableApps, (database, { store, query }) =>
      listAvailableApps(database, { store_id: store.id, ...query }, wiring),
    ),
    read(operations.getInstalledApp, (database, { store, params }) =>
      getInstalledApp(database, { store_id: store.id, id: params.id }),
    ),
    read(operations.openApp, (database, { store, params }) =>
      openApp(database, { store, id: params.id }, wiring),
    ),
    read(operations.createSessionToken, (database, { store, signed_in, params }) =>
      createSessionToken(database, { store, id: params.id, signed_in }, wiring),
    ),
  ];
}

/** What changes a shop's apps. */
function managerRoutes(wiring: InstallsWiring): Route[] {
  return [
    read(operations.startInstall, async (database, { store, signed_in, body }) => {
      requireManager(signed_in);
      return startInstall(database, { store, app: body.app }, wiring);
    }),
    write(operations.disableApp, async (tx, { store, signed_in, params }) => {
      requireManager(signed_in);
      return disableApp(tx, { store_id: store.id, id: params.id }, wiring);
    }),
    write(operations.enableApp, async (tx, { store, signed_in, params }) => {
      requireManager(signed_in);
      return enableApp(tx, { store_id: store.id, id: params.id }, wiring);
    }),
    write(operations.uninstallApp, async (tx, { store, signed_in, params, actor, request_id }) => {
      requireManager(signed_in);
      await uninstallApp(tx, { store, id: params.id, cause: { actor, request_id } }, wiring);
      return {};
    }),
    write(operations.createCustomApp, async (tx, { store, signed_in, body }) => {
      requireManager(signed_in);
      return createCustomApp(tx, { store_id: store.id, input: body }, wiring);
    }),
    write(operations.regenerateCustomAppToken, async (tx, { store, signed_in, params }) => {
      requireManager(signed_in);
      return regenerateToken(tx, { store_id: store.id, id: params.id }, wiring);
    }),
  ];
}

/** The token exchange, and the console operations about the apps of a shop. */
export function installsRoutes(wiring: InstallsWiring): Route[] {
  return [
    // Not `write`: a refusal is decided within the transaction and reported after it.
    read(operations.exchangeToken, (database, { store, body, request_id, client_address }) =>
      exchangeCode(database, { store, body, request_id, client_address }, wiring),
    ),
    ...staffRoutes(wiring),
    ...managerRoutes(wiring),
  ];
}

/** The pages of an installation, from the install link to the app. */
export function installsPages(wiring: InstallsWiring): PageRoute[] {
  return [...installPages(wiring), ...authorizePages(wiring), ...installedPages(wiring)];
}
