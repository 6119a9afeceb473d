import { getCurrencyExponent, maxVariants } from "@souk/contract";
import type { ImageIntake, ProductSnapshots } from "../../catalog/index.ts";
import { loadStockLocations } from "../../inventory/index.ts";
import { getPlans, type ImportSheet, type OpenSheet } from "../import-sheet.ts";
import { planProducts } from "./plan/plan-products.ts";
import type { ProductPlan } from "./plan/product-plan.ts";
import { getHandle } from "./rows/read-product.ts";
import { readProductHeading } from "./rows/read-product-heading.ts";
import { createImageFetcher, noImages } from "./write/fetch-images.ts";
import { listImageErrors } from "./write/list-image-errors.ts";
import { writePlans } from "./write/write-plans.ts";

/** The dependencies of importing products. */
export interface ProductImportDeps {
  productSnapshots: ProductSnapshots;
  intake: ImageIntake;
}

/** Create the function that opens import files of products. */
export function createProductSheetOpener({ productSnapshots, intake }: ProductImportDeps): OpenSheet {
  const fetchImages = createImageFetcher(intake);
  return async (db, file): Promise<ImportSheet<ProductPlan>> => {
    const { store } = file;
    const heading = readProductHeading(file.heading, await loadStockLocations(db, store.id));
    const code = store.currency_code;
    const currency = { code, exponent: getCurrencyExponent(code) };
    const context = { store, heading, currency, productSnapshots };
    return {
      noun: "product",
      keyColumn: "handle",
      getKey: (row) => getHandle(heading, row),
      maxRowsPerRecord: maxVariants,
      ignoredColumns: heading.ignoredColumns,
      scopes: ["write_products"],
      plan: (db, groups) => planProducts(db, context, groups),
      prepare: async (database, { groups, signal }) => {
        // To find the images to fetch, the products must be planned here too. A file without images needs no planning here.
        const images = heading.columns.has("image_urls")
          ? await fetchImages(database, store, {
              plans: getPlans(await planProducts(database, context, groups)),
              signal,
            })
          : noImages;
        return {
          write: async (tx, { plans, cause }) => {
            await writePlans(tx, store, { plans, images, cause });
            return listImageErrors(plans, images);
          },
        };
      },
    };
  };
}
