import type { Cause } from "../../../../infrastructure/routing/actor.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

/** Plans that are written in one transaction, with the images that were fetched for them. */
export interface ProductPlansToWrite {
  plans: readonly ProductPlan[];
  images: FetchedImages;
  cause: Cause;
}
