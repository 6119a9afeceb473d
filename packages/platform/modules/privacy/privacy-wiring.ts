import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import type { ErasedPeople } from "../exports/index.ts";
import type { OrderDesk } from "../orders/index.ts";

/** What the privacy of customers needs of the house. */
export interface PrivacyWiring {
  facts: FactRegistry;
  orders: OrderDesk;
  /** Takes a customer out of what has been exported, or is just being. */
  endExports(tx: Transaction, people: ErasedPeople): Promise<void>;
}
