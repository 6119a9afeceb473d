import { operations } from "@souk/contract";
import { preparedWrite, type Route, read, write } from "../../../infrastructure/routing/route.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { createImages, prepareNewImages } from "./create-images.ts";
import { deleteImages } from "./delete-images.ts";
import { countImages, getImage, listImages } from "./list-images.ts";
import { updateImage } from "./update-image.ts";

/** Create the routes of a product's images. */
export function createImageRoutes(deps: Pick<CatalogDeps, "intake" | "filesOrigin">): Route[] {
  const { intake, filesOrigin } = deps;
  return [
    preparedWrite(
      operations.createImages,
      (database, call) => prepareNewImages(intake, database, call),
      (tx, call, images) => createImages(deps, tx, { call, images }),
    ),
    read(operations.listImages, (database, call) => listImages(filesOrigin, database, call)),
    read(operations.countImages, countImages),
    read(operations.getImage, (database, call) => getImage(filesOrigin, database, call)),
    write(operations.updateImage, (tx, call) => updateImage(deps, tx, call)),
    write(operations.deleteImages, deleteImages),
  ];
}
