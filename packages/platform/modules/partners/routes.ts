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
import type { PartnerAppRef, PartnersDeps } from "./partners-deps.ts";
import { registerApp } from "./register-app.ts";
import { updateApp } from "./update-app.ts";

function getAppRef({
  signed_in,
  params,
}: {
  signed_in: { account_id: number };
  params: { id: number };
}): PartnerAppRef {
  return { account_id: signed_in.account_id, app_id: params.id };
}

/** Create the routes of the partner dashboard for partners' apps. */
export function createPartnerRoutes(deps: PartnersDeps): Route[] {
  return [
    read(operations.listApps, (database, { signed_in, query }) =>
      listApps(database, { account_id: signed_in.account_id, ...query }, deps),
    ),
    write(operations.registerApp, (tx, { signed_in, body }) =>
      registerApp(tx, { account: signed_in, input: body }, deps),
    ),
    read(operations.getApp, async (database, call) => ({
      app: await getApp(database, getAppRef(call), deps),
    })),
    write(operations.updateApp, async (tx, call) => ({
      app: await updateApp(tx, { ...getAppRef(call), input: call.body, signed_in: call.signed_in }, deps),
    })),
    write(operations.rotateSecret, (tx, call) => rotateSecret(tx, getAppRef(call), deps)),
    write(operations.switchSecret, (tx, call) => switchSecret(tx, getAppRef(call), deps)),
    write(operations.revokeSecret, async (tx, call) => {
      await revokeSecret(tx, { ...getAppRef(call), secret_id: call.params.secret_id }, deps);
      return {};
    }),
    read(operations.listAppInstallations, (database, call) =>
      listAppInstallations(database, { ...getAppRef(call), ...call.query }, deps),
    ),
    read(operations.getAppInstallation, (database, call) =>
      getAppInstallation(
        database,
        { ...getAppRef(call), installation_id: call.params.installation_id },
        deps,
      ),
    ),
    read(operations.listInstallationHours, (database, call) =>
      listInstallationHours(
        database,
        { ...getAppRef(call), installation_id: call.params.installation_id },
        deps,
      ),
    ),
    read(operations.listAppSummaries, (database, { signed_in, query }) =>
      listAppSummaries(database, { account_id: signed_in.account_id, ...query }, deps),
    ),
    read(operations.getOwnPartner, (database, { signed_in }) =>
      getOwnPartner(database, signed_in.account_id),
    ),
    read(operations.getInstallLink, (database, call) => getInstallLink(database, getAppRef(call), deps)),
  ];
}
