import type { Module } from "../../infrastructure/module.ts";
import type { CatalogDeps } from "./catalog-deps.ts";
import { createCollectionRoutes } from "./collections/routes.ts";
import { createImageRoutes } from "./images/image-routes.ts";
import { createMeasureJob } from "./images/measure-images.ts";
import { prepareImages } from "./images/prepare-images.ts";
import { mergeCountRows } from "./merge-count-rows.ts";
import type { PrepareImages } from "./products/create-product.ts";
import { createProductRoutes } from "./routes.ts";
import { createProductRenderers } from "./snapshot-renderers.ts";

/** Create the module of products, their images, and collections. */
export function catalogModule(deps: CatalogDeps): Module {
  const { snapshots, intake } = deps;
  const prepareProductImages: PrepareImages = (database, { store, urls }) =>
    prepareImages(intake, database, { store, source: { urls } });
  return {
    name: "catalog",
    tables: [
      "products",
      "variants",
      "variant_types",
      "variant_options",
      "product_images",
      "product_documents",
      "product_search",
      "collections",
      "collects",
      "resource_counts",
      "id_counts",
    ],
    routes: [
      ...createProductRoutes({ snapshots, prepareImages: prepareProductImages }),
      ...createImageRoutes(deps),
      ...createCollectionRoutes(deps),
    ],
    snapshotRenderers: createProductRenderers(snapshots),
    housekeeping: [
      { name: "merge count rows", everyMs: 10_000, run: mergeCountRows },
      createMeasureJob(intake.storage),
    ],
  };
}
