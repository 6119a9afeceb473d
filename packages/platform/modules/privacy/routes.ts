import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { type Route, read, write } from "../../routing/route.ts";
import { getCustomerData } from "./customer-data.ts";
import { eraseCustomer, getRequest, listRequests, requestCustomerData } from "./requests.ts";

/** The console operations about what customers may ask of a shop. */
export function privacyRoutes(facts: FactRegistry): Route[] {
  return [
    read(operations.getCustomerData, getCustomerData),
    write(operations.requestCustomerData, (tx, call) => requestCustomerData(facts, tx, call)),
    write(operations.eraseCustomer, (tx, call) => eraseCustomer(facts, tx, call)),
    read(operations.listPrivacyRequests, listRequests),
    read(operations.getPrivacyRequest, getRequest),
  ];
}
