import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import {
  createAddress,
  deleteAddress,
  setDefaultAddress,
  updateAddress,
} from "./addresses/change-addresses.ts";
import { countAddresses, getAddress, listAddresses } from "./addresses/list-addresses.ts";
import { createAttribute, deleteAttribute, updateAttribute } from "./attributes/change-attributes.ts";
import { countAttributes, getAttribute, listAttributes } from "./attributes/list-attributes.ts";
import { createBalanceRoutes } from "./balances/routes.ts";
import { createCustomer } from "./create-customer.ts";
import type { CustomersDeps } from "./customers-deps.ts";
import { deleteCustomer } from "./delete-customer.ts";
import { getCustomer } from "./get-customer.ts";
import { createGroup, updateGroup } from "./groups/change-groups.ts";
import { deleteGroup } from "./groups/delete-group.ts";
import { addMembers, countMembers, listMembers, removeMembers } from "./groups/group-members.ts";
import { countGroups, getGroup, listGroups } from "./groups/list-groups.ts";
import {
  countCustomers,
  listCustomers,
  listCustomersByCursor,
  searchCustomers,
  searchCustomersByCursor,
} from "./list-customers.ts";
import { updateCustomer } from "./update-customer.ts";

/** Create the routes of customers, their addresses, custom fields, groups and balances. */
export function createCustomerRoutes(deps: CustomersDeps): Route[] {
  return [
    ...createCustomerRecordRoutes(deps),
    ...createAddressRoutes(),
    ...createGroupRoutes(),
    ...createBalanceRoutes(),
    read(operations.listCustomerAttributes, listAttributes),
    read(operations.countCustomerAttributes, countAttributes),
    read(operations.getCustomerAttribute, getAttribute),
    write(operations.createCustomerAttribute, createAttribute),
    write(operations.updateCustomerAttribute, updateAttribute),
    // A deletion commits batch by batch. It is a `read` route, because a `write` route would run it in one transaction.
    read(operations.deleteCustomerAttribute, deleteAttribute),
  ];
}

function createCustomerRecordRoutes(deps: CustomersDeps): Route[] {
  return [
    read(operations.listCustomers, listCustomers),
    read(operations.searchCustomers, searchCustomers),
    read(operations.countCustomers, countCustomers),
    read(operations.getCustomer, getCustomer),
    write(operations.createCustomer, (tx, call) => createCustomer(deps, tx, call)),
    write(operations.updateCustomer, (tx, call) => updateCustomer(deps, tx, call)),
    write(operations.deleteCustomer, deleteCustomer),
    // API-5: version 4.0 of the API uses the same functions, except that its lists have cursors.
    read(operations.listCustomersByCursor, listCustomersByCursor),
    read(operations.searchCustomersByCursor, searchCustomersByCursor),
    read(operations.countCustomersV4, countCustomers),
    read(operations.getCustomerV4, (database, call) => getCustomer(database, call)),
    write(operations.createCustomerV4, (tx, call) => createCustomer(deps, tx, call)),
    write(operations.updateCustomerV4, (tx, call) => updateCustomer(deps, tx, call)),
    write(operations.deleteCustomerV4, (tx, call) => deleteCustomer(tx, call)),
  ];
}

function createAddressRoutes(): Route[] {
  return [
    read(operations.listCustomerAddresses, listAddresses),
    read(operations.countCustomerAddresses, countAddresses),
    read(operations.getCustomerAddress, getAddress),
    write(operations.createCustomerAddress, createAddress),
    write(operations.updateCustomerAddress, updateAddress),
    write(operations.setDefaultCustomerAddress, setDefaultAddress),
    write(operations.deleteCustomerAddress, deleteAddress),
  ];
}

function createGroupRoutes(): Route[] {
  return [
    read(operations.listCustomerGroups, listGroups),
    read(operations.countCustomerGroups, countGroups),
    read(operations.getCustomerGroup, getGroup),
    write(operations.createCustomerGroup, createGroup),
    write(operations.updateCustomerGroup, updateGroup),
    // A deletion commits batch by batch. It is a `read` route, because a `write` route would run it in one transaction.
    read(operations.deleteCustomerGroup, deleteGroup),
    write(operations.addGroupCustomers, addMembers),
    read(operations.listGroupCustomers, listMembers),
    read(operations.countGroupCustomers, countMembers),
    write(operations.removeGroupCustomers, removeMembers),
  ];
}
