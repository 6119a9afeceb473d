import type { Ground } from "./access-callers.ts";
import { customer } from "./access-samples-of-customers.ts";

const ofCustomer = async (ground: Ground) => ({ params: { customer_id: (await customer(ground)).id } });
const sending = (body: object) => async (ground: Ground) => ({ ...(await ofCustomer(ground)), body });

/** How the operations of store credit and points are called. */
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
