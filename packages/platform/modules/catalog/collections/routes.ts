import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../infrastructure/routing/route.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { createCollect } from "./create-collect.ts";
import { createCollection } from "./create-collection.ts";
import { deleteCollect } from "./delete-collect.ts";
import { deleteCollection } from "./delete-collection.ts";
import { countCollections, getCollection, listCollections } from "./list-collections.ts";
import { countCollects, getCollect, listCollects } from "./list-collects.ts";
import { updateCollect } from "./update-collect.ts";
import { updateCollection } from "./update-collection.ts";

/** Create the routes of collections and collects. */
export function createCollectionRoutes(deps: Pick<CatalogDeps, "filesOrigin" | "random">): Route[] {
  const { filesOrigin } = deps;
  return [
    read(operations.listCollections, (database, call) => listCollections(filesOrigin, database, call)),
    read(operations.countCollections, countCollections),
    read(operations.getCollection, (database, call) => getCollection(filesOrigin, database, call)),
    write(operations.createCollection, (tx, call) => createCollection(deps, tx, call)),
    write(operations.updateCollection, (tx, call) => updateCollection(deps, tx, call)),
    // Registered as a read, because `write` would open one transaction for the whole deletion. The deletion itself opens a
    // transaction for each batch of products.
    read(operations.deleteCollection, deleteCollection),
    read(operations.listCollects, listCollects),
    read(operations.countCollects, countCollects),
    read(operations.getCollect, getCollect),
    write(operations.createCollect, createCollect),
    write(operations.updateCollect, updateCollect),
    write(operations.deleteCollect, deleteCollect),
  ];
}
