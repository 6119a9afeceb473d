import { operations } from "@souk/contract";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { listActions } from "./action-log.ts";
import { setFulfillmentUrl } from "./fulfillment-urls.ts";
import { createHealthReader } from "./health/get-health.ts";
import { findAccounts } from "./people/find-accounts.ts";
import { getAccount } from "./people/get-account.ts";
import { type AccessChange, endSessions, sendPasswordReset } from "./people/reset-access.ts";
import { findRequest } from "./requests/find-request.ts";
import { getStaffApp, listStaffApps } from "./staff-apps.ts";
import type { StaffDeps, SuspensionChange } from "./staff-deps.ts";
import { getStaffPartner, listStaffPartners } from "./staff-partners.ts";
import { getStaffStore, listStaffStores } from "./staff-stores.ts";
import { changeAppSuspension, changePartnerSuspension, changeStoreSuspension } from "./suspend.ts";

interface CallWithReason {
  signed_in: SignedIn;
  params: { id: number };
  body: { reason: string };
  request_id: string;
}

function toSuspensionChange(
  { signed_in, params, body, request_id }: CallWithReason,
  action: SuspensionChange["action"],
): SuspensionChange {
  const { account_id } = signed_in;
  return { action, target_id: params.id, account_id, reason: body.reason, request_id };
}

function createReadRoutes(deps: StaffDeps): Route[] {
  const { addresses } = deps;
  return [
    read(operations.listStaffPartners, (database, { query }) => listStaffPartners(database, query)),
    read(operations.getStaffPartner, (database, { params }) => getStaffPartner(database, params.id)),
    read(operations.listStaffApps, (database, { query }) => listStaffApps(database, query)),
    read(operations.getStaffApp, (database, { params }) => getStaffApp(database, params.id, deps)),
    read(operations.listStaffStores, (database, { query }) => listStaffStores(database, query, addresses)),
    read(operations.getStaffStore, (database, { params }) => getStaffStore(database, params.id, addresses)),
    read(operations.listStaffActions, (database, { query }) => listActions(database, query)),
    read(operations.getStaffHealth, createHealthReader(deps.health, deps.clock)),
    read(operations.findStaffRequest, (database, { query }) => findRequest(database, query)),
    read(operations.listStaffAccounts, (database, { query }) => findAccounts(database, query)),
    read(operations.getStaffAccount, (database, { params }) => getAccount(database, params.id, deps.clock)),
  ];
}

function createWriteRoutes(deps: StaffDeps): Route[] {
  const { addresses } = deps;
  return [
    write(operations.suspendPartner, async (tx, call) => {
      await changePartnerSuspension(tx, toSuspensionChange(call, "suspend"), deps);
      return getStaffPartner(tx, call.params.id);
    }),
    write(operations.liftPartnerSuspension, async (tx, call) => {
      await changePartnerSuspension(tx, toSuspensionChange(call, "lift"), deps);
      return getStaffPartner(tx, call.params.id);
    }),
    write(operations.suspendApp, async (tx, call) => {
      await changeAppSuspension(tx, toSuspensionChange(call, "suspend"), deps);
      return getStaffApp(tx, call.params.id, deps);
    }),
    write(operations.liftAppSuspension, async (tx, call) => {
      await changeAppSuspension(tx, toSuspensionChange(call, "lift"), deps);
      return getStaffApp(tx, call.params.id, deps);
    }),
    write(operations.setFulfillmentUrl, async (tx, { signed_in, params, body, request_id }) => {
      const request = { app_id: params.id, account_id: signed_in.account_id, request_id, body };
      await setFulfillmentUrl(tx, request, deps);
      return getStaffApp(tx, params.id, deps);
    }),
    write(operations.suspendStore, async (tx, call) => {
      await changeStoreSuspension(tx, toSuspensionChange(call, "suspend"), deps);
      return getStaffStore(tx, call.params.id, addresses);
    }),
    write(operations.liftStoreSuspension, async (tx, call) => {
      await changeStoreSuspension(tx, toSuspensionChange(call, "lift"), deps);
      return getStaffStore(tx, call.params.id, addresses);
    }),
  ];
}

function createAccessRoutes(deps: StaffDeps): Route[] {
  const toAccessChange = ({ signed_in, params, body, request_id }: CallWithReason): AccessChange => ({
    target_id: params.id,
    account_id: signed_in.account_id,
    reason: body.reason,
    request_id,
  });
  return [
    write(operations.endAccountSessions, async (tx, call) => {
      await endSessions(tx, toAccessChange(call), deps);
      return getAccount(tx, call.params.id, deps.clock);
    }),
    write(operations.sendAccountPasswordReset, async (tx, call) => {
      await sendPasswordReset(tx, toAccessChange(call), deps);
      return getAccount(tx, call.params.id, deps.clock);
    }),
  ];
}

/**
 * Create the routes of the staff console. Staff read the platform's health, find requests, help people sign in, read and suspend
 * partners, apps and stores, and set the fulfillment URLs of apps.
 */
export function createStaffRoutes(deps: StaffDeps): Route[] {
  return [...createReadRoutes(deps), ...createWriteRoutes(deps), ...createAccessRoutes(deps)];
}
