import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { listAppSummaries } from "./app-summaries.ts";
import { revokeSecret, rotateSecret, switchSecret } from "./change-secrets.ts";
import { listInstallationHours } from "./list-installation-hours.ts";
import {
  getApp,
  getAppInstallation,
  getInstallLink,
  getOwnPartner,
  listAppInstallations,
  listApps,
} from "./own-apps.ts";
import type { OwnApp, PartnersWiring } from "./partners-wiring.ts";
import { registerApp } from "./register-app.ts";
import { updateApp } from "./update-app.ts";

function own({ signed_in, params }: { signed_in: { account_id: number }; params: { id: number } }): OwnApp {
  return { account_id: signed_in.account_id, app_id: params.id };
}

/** The console operations about partners' apps. */
export function partnersRoutes(wiring: PartnersWiring): Route[] {
  return [
    read(operations.listApps, (database, { signed_in, query }) =>
      listApps(database, { account_id: signed_in.account_id, ...query }, wiring),
    ),
    write(operations.registerApp, (tx, { signed_in, body }) =>
      registerApp(tx, { account: signed_in, input: body }, wiring),
    ),
    read(operations.getApp, async (database, call) => ({ app: await getApp(database, own(call), wiring) })),
    write(operations.updateApp, async (tx, call) => ({
      app: await updateApp(tx, { ...own(call), input: call.body }, wiring),
    })),
    write(operations.rotateSecret, (tx, call) => rotateSecret(tx, own(call), wiring)),
    write(operations.switchSecret, (tx, call) => switchSecret(tx, own(call), wiring)),
    write(operations.revokeSecret, async (tx, call) => {
      await revokeSecret(tx, { ...own(call), secret_id: call.params.secret_id }, wiring);
      return {};
    }),
    read(operations.listAppInstallations, (database, call) =>
      listAppInstallations(database, { ...own(call), ...call.query }, wiring),
    ),
    read(operations.getAppInstallation, (database, call) =>
      getAppInstallation(database, { ...own(call), installation_id: call.params.installation_id }, wiring),
    ),
    read(operations.listInstallationHours, (database, call) =>
      listInstallationHours(database, { ...own(call), installation_id: call.params.installation_id }, wiring),
    ),
    read(operations.listAppSummaries, (database, { signed_in, query }) =>
      listAppSummaries(database, { account_id: signed_in.account_id, ...query }, wiring),
    ),
    read(operations.getOwnPartner, (database, { signed_in }) =>
      getOwnPartner(database, signed_in.account_id),
    ),
    read(operations.getInstallLink, (database, call) => getInstallLink(database, own(call), wiring)),
  ];
}
