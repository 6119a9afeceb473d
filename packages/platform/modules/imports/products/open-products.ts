import { getCurrencyExponent, maxVariants } from "@souk/contract";
import type { ImageIntake, ProductDocuments } from "../../catalog/index.ts";
import { stockLocations } from "../../inventory/index.ts";
import { getPlans, type ImportSheet, type OpenSheet } from "../import-sheet.ts";
import { planPortion } from "./plan/plan-portion.ts";
import type { ProductPlan } from "./plan/product-plan.ts";
import { getHandle } from "./rows/read-product.ts";
import { readProductHeading } from "./rows/read-product-heading.ts";
import { createFetchImages, noImages } from "./write/fetch-images.ts";
import { imageErrors } from "./write/image-errors.ts";
import { writePlans } from "./write/write-plans.ts";

/** The dependencies of importing products. */
export interface ProductImportDeps {
  documents: ProductDocuments;
  intake: ImageIntake;
}

/** Create the function that opens files of products. */
export function createOpenProducts({ documents, intake }: ProductImportDeps): OpenSheet {
  const fetchImages = createFetchImages(intake);
  return async (db, { store, heading: cells }): Promise<ImportSheet<ProductPlan>> => {
    const heading = readProductHeading(cells, await stockLocations(db, store.id));
    const code = store.currency_code;
    const currency = { code, exponent: getCurrencyExponent(code) };
    const context = { store, heading, currency, documents };
    return {
      noun: "product",
      keyColumn: "handle",
      getKey: (row) => getHandle(heading, row),
      maxRows: maxVariants,
      ignored: heading.ignored,
      scopes: ["write_products"],
      plan: (db, groups) => planPortion(db, context, groups),
      prepare: async (database, { groups, signal }) => {
        // A file without their column is not planned twice for images.
        const images = heading.columns.has("image_urls")
          ? await fetchImages(database, store, {
              plans: getPlans(await planPortion(database, context, groups)),
              signal,
            })
          : noImages;
        return {
          write: async (tx, { plans, cause }) => {
            await writePlans(tx, store, { plans, images, cause });
            return imageErrors(plans, images);
          },
        };
      },
    };
  };
}
