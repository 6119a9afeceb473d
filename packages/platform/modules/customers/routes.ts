import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { type Route, read, write } from "../../routing/route.ts";
import {
  createAddress,
  deleteAddress,
  setDefaultAddress,
  updateAddress,
} from "./addresses/change-addresses.ts";
import { countAddresses, getAddress, listAddresses } from "./addresses/list-addresses.ts";
import { createAttribute, deleteAttribute, updateAttribute } from "./attributes/change-attributes.ts";
import { countAttributes, getAttribute, listAttributes } from "./attributes/list-attributes.ts";
import { balanceRoutes } from "./balances/routes.ts";
import { createCustomer } from "./create-customer.ts";
import type { CustomersWiring } from "./customers-wiring.ts";
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

/** The operations of customers, with those of their addresses, custom fields, groups and balances. */
export function customerRoutes(wiring: CustomersWiring): Route[] {
  const { facts } = wiring;
  return [
    ...ownRoutes(wiring),
    ...addressRoutes(facts),
    ...groupRoutes(facts),
    ...balanceRoutes(facts),
    read(operations.listCustomerAttributes, listAttributes),
    read(operations.countCustomerAttributes, countAttributes),
    read(operations.getCustomerAttribute, getAttribute),
    write(operations.createCustomerAttribute, createAttribute),
    write(operations.updateCustomerAttribute, updateAttribute),
    // It commits a part at a time by itself.
    read(operations.deleteCustomerAttribute, deleteAttribute),
  ];
}

function ownRoutes(wiring: CustomersWiring): Route[] {
  const { facts } = wiring;
  return [
    read(operations.listCustomers, listCustomers),
    read(operations.searchCustomers, searchCustomers),
    read(operations.countCustomers, countCustomers),
    read(operations.getCustomer, getCustomer),
    write(operations.createCustomer, (tx, call) => createCustomer(wiring, tx, call)),
    write(operations.updateCustomer, (tx, call) => updateCustomer(wiring, tx, call)),
    write(operations.deleteCustomer, (tx, call) => deleteCustomer(facts, tx, call)),
    // API-5: the same customers.
    read(operations.listCustomersByCursor, listCustomersByCursor),
    read(operations.searchCustomersByCursor, searchCustomersByCursor),
    read(operations.countCustomersV4, (database, call) => countCustomers(database, call)),
    read(operations.getCustomerV4, (database, call) => getCustomer(database, call)),
    write(operations.createCustomerV4, (tx, call) => createCustomer(wiring, tx, call)),
    write(operations.updateCustomerV4, (tx, call) => updateCustomer(wiring, tx, call)),
    write(operations.deleteCustomerV4, (tx, call) => deleteCustomer(facts, tx, call)),
  ];
}

function addressRoutes(facts: FactRegistry): Route[] {
  return [
    read(operations.listCustomerAddresses, listAddresses),
    read(operations.countCustomerAddresses, countAddresses),
    read(operations.getCustomerAddress, getAddress),
    write(operations.createCustomerAddress, (tx, call) => createAddress(facts, tx, call)),
    write(operations.updateCustomerAddress, (tx, call) => updateAddress(facts, tx, call)),
    write(operations.setDefaultCustomerAddress, (tx, call) => setDefaultAddress(facts, tx, call)),
    write(operations.deleteCustomerAddress, (tx, call) => deleteAddress(facts, tx, call)),
  ];
}

function groupRoutes(facts: FactRegistry): Route[] {
  return [
    read(operations.listCustomerGroups, listGroups),
    read(operations.countCustomerGroups, countGroups),
    read(operations.getCustomerGroup, getGroup),
    write(operations.createCustomerGroup, createGroup),
    write(operations.updateCustomerGroup, updateGroup),
    // It commits a part at a time by itself.
    read(operations.deleteCustomerGroup, (database, call) => deleteGroup(facts, database, call)),
    write(operations.addGroupCustomers, (tx, call) => addMembers(facts, tx, call)),
    read(operations.listGroupCustomers, listMembers),
    read(operations.countGroupCustomers, countMembers),
    write(operations.removeGroupCustomers, (tx, call) => removeMembers(facts, tx, call)),
  ];
}
