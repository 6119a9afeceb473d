import type { Transaction } from "@souk/database";
import type { Cause } from "../../../../routing/actor.ts";
import type { Store } from "../../../../routing/call.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

/** Plans that are carried out in one transaction. */
export interface PlansToWrite {
  plans: readonly ProductPlan[];
  images: FetchedImages;
  cause: Cause;
}

/** Makes products as their plans say, all or none. @throws Refusal when one of them may not be written after all */
export type WritePlans = (tx: Transaction, store: Store, write: PlansToWrite) => Promise<void>;
