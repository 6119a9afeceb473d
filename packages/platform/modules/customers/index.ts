export { creditsHave } from "./balances/credits-have.ts";
export { createCustomerTags } from "./customer-tags.ts";
export { insertCustomers, type NewAddress, type NewCustomer } from "./insert-customers.ts";
export { lockCustomer, tellChanged } from "./mark-customers.ts";
export { customerRoutes } from "./routes.ts";
export { registerCustomerTopics } from "./topics.ts";
