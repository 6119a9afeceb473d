export { type AddressFields, emptyAddress, readAddressFields } from "./addresses/address-fields.ts";
export {
  type AttributeDefinition,
  loadAttributeDefinitions,
} from "./attributes/load-attribute-definitions.ts";
export {
  type AttributeChanges,
  type AttributeValue,
  readAttributeValues,
} from "./attributes/read-attribute-values.ts";
export { maxBalance } from "./balances/balance-kind.ts";
export { findBalanceLosingPrecision } from "./balances/balance-losing-precision.ts";
export { type OpeningBalances, setOpeningBalances, tryLockStoreCurrency } from "./balances/open-balances.ts";
export {
  buildBuyerLockSql,
  buildBuyerUpdateSql,
  type CustomerTotalsChange,
  changeCustomerTotals,
  listBuyerValues,
} from "./buyers/buyer-statement.ts";
export { type CustomerChange, changeCustomers } from "./change-customers.ts";
export { type CustomerFields, customerColumnFunctions } from "./customer-columns.ts";
export { emptyCustomer, readCustomerFields } from "./customer-fields.ts";
export {
  type CustomerIdentity,
  loadCustomerEmail,
  loadCustomerNames,
  lockCustomerIdentity,
} from "./customer-identity.ts";
export { customerTags } from "./customer-tags.ts";
export { canReadAttributes, loadCustomerText, loadCustomerTexts } from "./customer-texts.ts";
export { removeCustomer } from "./delete-customer.ts";
export { type CustomerKeys, findCustomersByKeys } from "./find-customers-by-keys.ts";
export { insertCustomers } from "./insert-customers.ts";
export { getLatestDateAnywhere } from "./is-date.ts";
export { lockCustomer } from "./mark-customers.ts";
export { customersModule } from "./module.ts";
export { loadStoreCountry } from "./store-country.ts";
export { createCustomerWalk } from "./walk-customers.ts";
