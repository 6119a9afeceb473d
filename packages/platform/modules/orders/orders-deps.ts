import type { Database } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { OrderDocuments } from "./order-documents.ts";

/** The platform services that orders need. */
export interface OrdersDeps {
  database: Database;
  documents: OrderDocuments;
  clock: Clock;
  random: RandomText;
}
