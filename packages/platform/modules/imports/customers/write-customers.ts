import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import {
  changeCustomers,
  emptyAddress,
  emptyCustomer,
  holdCurrency,
  insertCustomers,
  openBalances,
} from "../../customers/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import type { CustomerPlan } from "./plan-customers.ts";

type Creation = Extract<CustomerPlan, { kind: "create" }>;

interface CustomersToWrite {
  plans: readonly CustomerPlan[];
  cause: Cause;
}

/** Write the plans of customers, within one transaction. */
export async function writeCustomers(
  tx: Transaction,
  store: Store,
  { plans, cause }: CustomersToWrite,
): Promise<void> {
  const made = plans.filter((plan) => plan.kind === "create");
  if (made.some(({ opening }) => Number(opening.total_credit) > 0) && !(await holdCurrency(tx, store)))
    throw new FileProblem(
      "The currency of the store has changed. Records written so far are kept. Upload the file again with amounts in the new currency.",
    );
  const changes = plans.filter((plan) => plan.kind === "update");
  await changeCustomers(tx, { store, cause, changes });
  if (made.length === 0) return;
  const ids = await insertCustomers(tx, store, made.map(toNewCustomer));
  const openings = made.flatMap(({ opening }, index) =>
    Number(opening.total_credit) + opening.total_point > 0
      ? [{ customer_id: ids[index] ?? 0, ...opening }]
      : [],
  );
  await openBalances(tx, store, { cause, description: "import", openings });
  const created = ids.map((id) => ({ id, snapshot: null }));
  await events.publishMany(tx, { ...cause, store }, "customer/create", created);
}

function toNewCustomer({ fields, address, attributes }: Creation) {
  return {
    fields: { ...emptyCustomer, ...fields },
    addresses: address === null ? [] : [{ ...emptyAddress, ...address, is_default: true }],
    attributes: new Map(
      [...attributes].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])),
    ),
  };
}
