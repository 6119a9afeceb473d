import type { ImportableResource } from "@souk/contract";
import type { Clock } from "../../runtime/clock.ts";
import type { ImageIntake, ProductDocuments } from "../catalog/index.ts";
import { createOpenCustomers } from "./customers/open-customers.ts";
import type { OpenSheet } from "./import-sheet.ts";
import { createOpenProducts } from "./products/open-products.ts";

/** The functions that read, plan and write the files of each resource. */
export type ImportSheets = Readonly<Record<ImportableResource, OpenSheet>>;

/** Create the functions for every resource that can be imported. */
export function createImportSheets(deps: {
  documents: ProductDocuments;
  intake: ImageIntake;
  clock: Clock;
}): ImportSheets {
  return { products: createOpenProducts(deps), customers: createOpenCustomers(deps) };
}
