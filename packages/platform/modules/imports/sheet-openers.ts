import type { ImportableResource } from "@souk/contract";
import type { Clock } from "../../runtime/clock.ts";
import type { ImageIntake, ProductSnapshots } from "../catalog/index.ts";
import { createCustomerSheetOpener } from "./customers/open-customers.ts";
import type { OpenSheet } from "./import-sheet.ts";
import { createProductSheetOpener } from "./products/open-products.ts";

/** For each resource, the function that opens its import files. */
export type SheetOpeners = Readonly<Record<ImportableResource, OpenSheet>>;

/** Create the functions that open import files, for every resource that can be imported. */
export function createImportSheetOpeners(deps: {
  productSnapshots: ProductSnapshots;
  intake: ImageIntake;
  clock: Clock;
}): SheetOpeners {
  return { products: createProductSheetOpener(deps), customers: createCustomerSheetOpener(deps) };
}
