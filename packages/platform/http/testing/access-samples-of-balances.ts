import type { AccessFixture } from "./access-fixture.ts";
import { createCustomer } from "./access-samples-of-customers.ts";

const createCustomerParams = async (fixture: AccessFixture) => ({
  params: { customer_id: (await createCustomer(fixture)).id },
});
const createSamplerWithBody = (body: object) => async (fixture: AccessFixture) => ({
  ...(await createCustomerParams(fixture)),
  body,
});

/** Sample calls of the operations for store credit and points. */
export const balanceSamples = {
  "credits.adjust": createSamplerWithBody({ adjustment_amount: "12.50" }),
  "credits.set": createSamplerWithBody({ amount: 20 }),
  "credits.list": createCustomerParams,
  "credits.count": createCustomerParams,
  "points.adjust": createSamplerWithBody({ value: 120 }),
  "points.set": createSamplerWithBody({ value: 150 }),
  "points.list": createCustomerParams,
  "points.count": createCustomerParams,
};
