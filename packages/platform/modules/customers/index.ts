export { creditsHave } from "./balances/credits-have.ts";
export { type CustomerIdentity, customerIdentity } from "./customer-identity.ts";
export { createCustomerTags } from "./customer-tags.ts";
export { customerText } from "./customer-texts.ts";
export { removeCustomer } from "./delete-customer.ts";
export { insertCustomers, type NewAddress, type NewCustomer } from "./insert-customers.ts";
export { lockCustomer, tellChanged } from "./mark-customers.ts";
export { customerRoutes } from "./routes.ts";
export { registerCustomerTopics } from "./topics.ts";
