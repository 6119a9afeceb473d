import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { getCustomerData } from "./customer-data.ts";
import type { PrivacyWiring } from "./privacy-wiring.ts";
import { eraseCustomer, getRequest, listRequests, requestCustomerData } from "./requests.ts";

/** The console operations about what customers may ask of a shop. */
export function privacyRoutes(wiring: PrivacyWiring): Route[] {
  return [
    read(operations.getCustomerData, (run, call) => getCustomerData(wiring.orders.documents, run, call)),
    write(operations.requestCustomerData, (tx, call) => requestCustomerData(wiring.facts, tx, call)),
    write(operations.eraseCustomer, (tx, call) => eraseCustomer(wiring, tx, call)),
    read(operations.listPrivacyRequests, listRequests),
    read(operations.getPrivacyRequest, getRequest),
  ];
}
