export { type AddressFields, emptyAddress, readAddressFields } from "./addresses/address-fields.ts";
export { type AttributeDefinition, attributeDefinitions } from "./attributes/definitions.ts";
export { type AttributeChanges, type AttributeValue, readValues } from "./attributes/read-values.ts";
export { maxBalance } from "./balances/balance-kind.ts";
export { findBalanceLosingPrecision } from "./balances/balance-losing-precision.ts";
export { holdCurrency, type OpeningBalances, openBalances } from "./balances/open-balances.ts";
export {
  type BuyerMove,
  buyerLocked,
  buyerUpdated,
  buyerValues,
  moveBuyer,
} from "./buyers/buyer-statement.ts";
export { type CustomerChange, changeCustomers } from "./change-customers.ts";
export { type CustomerFields, customerColumnUses } from "./customer-columns.ts";
export { emptyCustomer, readCustomerFields } from "./customer-fields.ts";
export {
  type CustomerIdentity,
  customerEmail,
  customerIdentity,
  customerNames,
} from "./customer-identity.ts";
export { customerTags } from "./customer-tags.ts";
export { customerText, customerTexts, seesAttributes } from "./customer-texts.ts";
export { removeCustomer } from "./delete-customer.ts";
export { findKnown, type KnownBy } from "./find-known.ts";
export { insertCustomers } from "./insert-customers.ts";
export { latestDay } from "./is-date.ts";
export { lockCustomer } from "./mark-customers.ts";
export { customersModule } from "./module.ts";
export { storeCountry } from "./store-country.ts";
export { createCustomerWalk } from "./walk-customers.ts";
