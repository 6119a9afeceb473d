import type { AccessFixture } from "./access-fixture.ts";
import { createCustomer } from "./access-samples-of-customers.ts";

const createCustomerParams = async (fixture: AccessFixture) => ({
  params: { customer_id: (await createCustomer(fixture)).id },
});
const createWithBody = (body: object) => async (fixture: AccessFixture) => ({
  ...(await createCustomerParams(fixture)),
  body,
});

/** Sample calls of the operations for store credit and points. */
export const balanceSamples = {
  "credits.adjust": createWithBody({ adjustment_amount: "12.50" }),
  "credits.set": createWithBody({ amount: 20 }),
  "credits.list": createCustomerParams,
  "credits.count": createCustomerParams,
  "points.adjust": createWithBody({ value: 120 }),
  "points.set": createWithBody({ value: 150 }),
  "points.list": createCustomerParams,
  "points.count": createCustomerParams,
};
