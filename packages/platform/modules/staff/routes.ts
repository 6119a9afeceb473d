import { operations } from "@souk/contract";
import type { SignedIn } from "../../routing/call.ts";
import { type Route, read, write } from "../../routing/route.ts";
import { listActions } from "./action-log.ts";
import { setFulfillmentUrl } from "./fulfillment-urls.ts";
import { getStaffApp, listStaffApps } from "./staff-apps.ts";
import { getStaffPartner, listStaffPartners } from "./staff-partners.ts";
import { getStaffStore, listStaffStores } from "./staff-stores.ts";
import type { StaffOrder, StaffWiring } from "./staff-wiring.ts";
import { changeApp, changePartner, changeStore } from "./suspend.ts";

interface Ordering {
  signed_in: SignedIn;
  params: { id: number };
  body: { reason: string };
  request_id: string;
}

function orderOf(
  { signed_in, params, body, request_id }: Ordering,
  action: StaffOrder["action"],
): StaffOrder {
  const { account_id } = signed_in;
  return { action, target_id: params.id, account_id, reason: body.reason, request_id };
}

function readRoutes(wiring: StaffWiring): Route[] {
  const { addresses } = wiring;
  return [
    read(operations.listStaffPartners, (database, { query }) => listStaffPartners(database, query)),
    read(operations.getStaffPartner, (database, { params }) => getStaffPartner(database, params.id)),
    read(operations.listStaffApps, (database, { query }) => listStaffApps(database, query)),
    read(operations.getStaffApp, (database, { params }) => getStaffApp(database, params.id, wiring)),
    read(operations.listStaffStores, (database, { query }) => listStaffStores(database, query, addresses)),
    read(operations.getStaffStore, (database, { params }) => getStaffStore(database, params.id, addresses)),
    read(operations.listStaffActions, (database, { query }) => listActions(database, query)),
  ];
}

function changeRoutes(wiring: StaffWiring): Route[] {
  const { addresses } = wiring;
  return [
    write(operations.suspendPartner, async (tx, call) => {
      await changePartner(tx, orderOf(call, "suspend"), wiring);
      return getStaffPartner(tx, call.params.id);
    }),
    write(operations.liftPartner, async (tx, call) => {
      await changePartner(tx, orderOf(call, "lift"), wiring);
      return getStaffPartner(tx, call.params.id);
    }),
    write(operations.suspendApp, async (tx, call) => {
      await changeApp(tx, orderOf(call, "suspend"), wiring);
      return getStaffApp(tx, call.params.id, wiring);
    }),
    write(operations.liftApp, async (tx, call) => {
      await changeApp(tx, orderOf(call, "lift"), wiring);
      return getStaffApp(tx, call.params.id, wiring);
    }),
    write(operations.setFulfillmentUrl, async (tx, { signed_in, params, body, request_id }) => {
      const order = { app_id: params.id, account_id: signed_in.account_id, request_id, sent: body };
      await setFulfillmentUrl(tx, order, wiring);
      return getStaffApp(tx, params.id, wiring);
    }),
    write(operations.suspendStore, async (tx, call) => {
      await changeStore(tx, orderOf(call, "suspend"), wiring);
      return getStaffStore(tx, call.params.id, addresses);
    }),
    write(operations.liftStore, async (tx, call) => {
      await changeStore(tx, orderOf(call, "lift"), wiring);
      return getStaffStore(tx, call.params.id, addresses);
    }),
  ];
}

/** The staff console: who and what is on the platform, the suspending of it, and apps' fulfillment URLs. */
export function staffRoutes(wiring: StaffWiring): Route[] {
  return [...readRoutes(wiring), ...changeRoutes(wiring)];
}
