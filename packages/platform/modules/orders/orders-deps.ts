import type { Database } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { OrderSnapshots } from "./order-documents.ts";

/** The platform services that orders need. */
export interface OrdersDeps {
  database: Database;
  orderSnapshots: OrderSnapshots;
  clock: Clock;
  random: RandomText;
}
