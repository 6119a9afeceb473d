import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
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
import type { OwnApp, PartnersDeps } from "./partners-deps.ts";
import { registerApp } from "./register-app.ts";
import { updateApp } from "./update-app.ts";

function own({ signed_in, params }: { signed_in: { account_id: number }; params: { id: number } }): OwnApp {
  return { account_id: signed_in.account_id, app_id: params.id };
}

/** Create the console routes of partners' apps. */
export function partnersRoutes(deps: PartnersDeps): Route[] {
  return [
    read(operations.listApps, (database, { signed_in, query }) =>
      listApps(database, { account_id: signed_in.account_id, ...query }, deps),
    ),
    write(operations.registerApp, (tx, { signed_in, body }) =>
      registerApp(tx, { account: signed_in, input: body }, deps),
    ),
    read(operations.getApp, async (database, call) => ({ app: await getApp(database, own(call), deps) })),
    write(operations.updateApp, async (tx, call) => ({
      app: await updateApp(tx, { ...own(call), input: call.body }, deps),
    })),
    write(operations.rotateSecret, (tx, call) => rotateSecret(tx, own(call), deps)),
    write(operations.switchSecret, (tx, call) => switchSecret(tx, own(call), deps)),
    write(operations.revokeSecret, async (tx, call) => {
      await revokeSecret(tx, { ...own(call), secret_id: call.params.secret_id }, deps);
      return {};
    }),
    read(operations.listAppInstallations, (database, call) =>
      listAppInstallations(database, { ...own(call), ...call.query }, deps),
    ),
    read(operations.getAppInstallation, (database, call) =>
      getAppInstallation(database, { ...own(call), installation_id: call.params.installation_id }, deps),
    ),
    read(operations.listInstallationHours, (database, call) =>
      listInstallationHours(database, { ...own(call), installation_id: call.params.installation_id }, deps),
    ),
    read(operations.listAppSummaries, (database, { signed_in, query }) =>
      listAppSummaries(database, { account_id: signed_in.account_id, ...query }, deps),
    ),
    read(operations.getOwnPartner, (database, { signed_in }) =>
      getOwnPartner(database, signed_in.account_id),
    ),
    read(operations.getInstallLink, (database, call) => getInstallLink(database, own(call), deps)),
  ];
}
