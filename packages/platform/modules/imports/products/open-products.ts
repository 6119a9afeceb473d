import { currencyExponent, mostVariants } from "@souk/contract";
import type { FactRegistry } from "../../../events/facts.ts";
import type { PictureIntake, ProductDocuments } from "../../catalog/index.ts";
import { stockLocations } from "../../inventory/index.ts";
import { type ImportSheet, type OpenSheet, plansOf } from "../import-sheet.ts";
import { planPortion } from "./plan/plan-portion.ts";
import type { ProductPlan } from "./plan/product-plan.ts";
import { handleOf } from "./rows/handle-of.ts";
import { readProductHeading } from "./rows/read-product-heading.ts";
import { createWritePlans } from "./write/create-write-plans.ts";
import { createFetchImages, noImages } from "./write/fetch-images.ts";
import { imageErrors } from "./write/image-errors.ts";

/** What an import of products needs of the house. */
export interface ProductImportKit {
  facts: FactRegistry;
  documents: ProductDocuments;
  intake: PictureIntake;
}

/** Makes the function that opens files of products. */
export function createOpenProducts({ facts, documents, intake }: ProductImportKit): OpenSheet {
  const write = createWritePlans(facts, documents);
  const fetchImages = createFetchImages(intake);
  return async (run, { store, heading: cells }): Promise<ImportSheet<ProductPlan>> => {
    const heading = readProductHeading(cells, await stockLocations(run, store.id));
    const code = store.currency_code;
    const currency = { code, exponent: currencyExponent(code) };
    const ground = { store, heading, currency, documents };
    return {
      noun: "product",
      keyColumn: "handle",
      keyOf: (row) => handleOf(heading, row),
      mostRows: mostVariants,
      ignored: heading.ignored,
      scopes: ["write_products"],
      plan: (run, groups) => planPortion(run, ground, groups),
      prepare: async (database, { groups, signal }) => {
        // A file without their column is not planned twice for images.
        const images = heading.columns.has("image_urls")
          ? await fetchImages(database, store, {
              plans: plansOf(await planPortion(database, ground, groups)),
              signal,
            })
          : noImages;
        return {
          write: async (tx, { plans, cause }) => {
            await write(tx, store, { plans, images, cause });
            return imageErrors(plans, images);
          },
        };
      },
    };
  };
}
