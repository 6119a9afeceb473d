import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { getCustomerData } from "./customer-data.ts";
import type { PrivacyDeps } from "./privacy-deps.ts";
import { eraseCustomer, getRequest, listRequests, requestCustomerData } from "./requests.ts";

/** Create the console routes of privacy requests. */
export function createPrivacyRoutes(deps: PrivacyDeps): Route[] {
  return [
    read(operations.getCustomerData, (db, call) => getCustomerData(deps.orders.orderSnapshots, db, call)),
    write(operations.requestCustomerData, requestCustomerData),
    write(operations.eraseCustomer, (tx, call) => eraseCustomer(deps, tx, call)),
    read(operations.listPrivacyRequests, listRequests),
    read(operations.getPrivacyRequest, getRequest),
  ];
}
