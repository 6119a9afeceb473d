import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import {
  changeCustomers,
  emptyAddress,
  emptyCustomer,
  insertCustomers,
  setOpeningBalances,
  tryLockStoreCurrency,
} from "../../customers/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import type { CustomerPlan } from "./plan-customers.ts";

type CreatePlan = Extract<CustomerPlan, { kind: "create" }>;

interface CustomersToWrite {
  plans: readonly CustomerPlan[];
  cause: Cause;
}

/**
 * Create and update customers according to their plans.
 * @throws FileProblem if the store's currency has changed
 */
export async function writeCustomers(
  tx: Transaction,
  store: Store,
  { plans, cause }: CustomersToWrite,
): Promise<void> {
  const newCustomerPlans = plans.filter((plan) => plan.kind === "create");
  if (
    newCustomerPlans.some(({ openingBalances }) => Number(openingBalances.total_credit) > 0) &&
    !(await tryLockStoreCurrency(tx, store))
  )
    throw new FileProblem(
      "The store's default currency has changed. Records written so far are kept. Upload the file again with amounts in the new currency.",
    );
  const changes = plans.filter((plan) => plan.kind === "update");
  await changeCustomers(tx, { store, cause, changes });
  if (newCustomerPlans.length === 0) return;
  const ids = await insertCustomers(tx, store, newCustomerPlans.map(toNewCustomer));
  const openings = newCustomerPlans.flatMap(({ openingBalances }, index) =>
    Number(openingBalances.total_credit) + openingBalances.total_point > 0
      ? [{ customer_id: ids[index] ?? 0, ...openingBalances }]
      : [],
  );
  await setOpeningBalances(tx, store, { cause, description: "import", openings });
  const customerEvents = ids.map((id) => ({ id, snapshot: null }));
  await events.publishMany(tx, { ...cause, store }, "customer/create", customerEvents);
}

function toNewCustomer({ fields, address, attributes }: CreatePlan) {
  return {
    fields: { ...emptyCustomer, ...fields },
    addresses: address === null ? [] : [{ ...emptyAddress, ...address, is_default: true }],
    attributes: new Map(
      [...attributes].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])),
    ),
  };
}
