import type { Database } from "@souk/database";
import type { Clock } from "../../clock.ts";
import type { FactRegistry } from "../../events/facts.ts";
import type { RandomText } from "../../random.ts";
import type { ChangeLevels } from "../inventory/index.ts";
import type { OrderDocuments } from "./order-documents.ts";

/** What every change of an order is made with; given at wiring. */
export interface OrderDesk {
  database: Database;
  facts: FactRegistry;
  documents: OrderDocuments;
  changeLevels: ChangeLevels;
  clock: Clock;
  random: RandomText;
}
