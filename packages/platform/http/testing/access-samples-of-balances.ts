import type { AccessFixture } from "./access-fixture.ts";
import { customer } from "./access-samples-of-customers.ts";

const ofCustomer = async (fixture: AccessFixture) => ({
  params: { customer_id: (await customer(fixture)).id },
});
const sending = (body: object) => async (fixture: AccessFixture) => ({
  ...(await ofCustomer(fixture)),
  body,
});

/** Sample calls of the operations of store credit and points. */
export const balanceSamples = {
  "credits.adjust": sending({ adjustment_amount: "12.50" }),
  "credits.set": sending({ amount: 20 }),
  "credits.list": ofCustomer,
  "credits.count": ofCustomer,
  "points.adjust": sending({ value: 120 }),
  "points.set": sending({ value: 150 }),
  "points.list": ofCustomer,
  "points.count": ofCustomer,
};
