import type { ImportableResource } from "@souk/contract";
import type { Clock } from "../../clock.ts";
import type { FactRegistry } from "../../events/facts.ts";
import type { PictureIntake, ProductDocuments } from "../catalog/index.ts";
import { createOpenCustomers } from "./customers/open-customers.ts";
import type { OpenSheet } from "./import-sheet.ts";
import { createOpenProducts } from "./products/open-products.ts";

/** How the files of each resource are read, planned and written. */
export type ImportSheets = Readonly<Record<ImportableResource, OpenSheet>>;

/** Every resource that can be imported. */
export function createImportSheets(of: {
  facts: FactRegistry;
  documents: ProductDocuments;
  intake: PictureIntake;
  clock: Clock;
}): ImportSheets {
  return { products: createOpenProducts(of), customers: createOpenCustomers(of) };
}
