import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
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

/** Makes the function that carries out the plans of customers, within one transaction. */
export function createWriteCustomers(facts: FactRegistry) {
  return async (tx: Transaction, store: Store, { plans, cause }: CustomersToWrite): Promise<void> => {
    const made = plans.filter((plan) => plan.kind === "create");
    if (made.some(({ opening }) => Number(opening.total_credit) > 0) && !(await holdCurrency(tx, store)))
      throw new FileProblem(
        "The shop has another currency by now; what was written before stays. Upload the file again with amounts of that one.",
      );
    const changes = plans.filter((plan) => plan.kind === "update");
    await changeCustomers(facts, tx, { store, cause, changes });
    if (made.length === 0) return;
    const ids = await insertCustomers(tx, store, made.map(newCustomerOf));
    const openings = made.flatMap(({ opening }, at) =>
      Number(opening.total_credit) + opening.total_point > 0
        ? [{ customer_id: ids[at] ?? 0, ...opening }]
        : [],
    );
    await openBalances(tx, store, { cause, description: "import", openings });
    const created = ids.map((customer_id) => ({ customer_id, text: null }));
    await facts.raiseEach(tx, store, cause, "customer_created", created);
  };
}

function newCustomerOf({ fields, address, attributes }: Creation) {
  return {
    fields: { ...emptyCustomer, ...fields },
    addresses: address === null ? [] : [{ ...emptyAddress, ...address, is_default: true }],
    attributes: new Map(
      [...attributes].flatMap(([id, value]) => (value === null ? [] : [[id, value] as const])),
    ),
  };
}
