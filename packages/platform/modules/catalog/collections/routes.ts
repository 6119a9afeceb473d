import { operations } from "@souk/contract";
import type { FactRegistry } from "../../../events/facts.ts";
import { type Route, read, write } from "../../../routing/route.ts";
import { createCollect } from "./create-collect.ts";
import { type CollectionGround, createCollection } from "./create-collection.ts";
import { deleteCollect } from "./delete-collect.ts";
import { deleteCollection } from "./delete-collection.ts";
import { countCollections, getCollection, listCollections } from "./list-collections.ts";
import { countCollects, getCollect, listCollects } from "./list-collects.ts";
import { updateCollect } from "./update-collect.ts";
import { updateCollection } from "./update-collection.ts";

/** The operations of collections and of what is in them. */
export function collectionRoutes(facts: FactRegistry, ground: CollectionGround): Route[] {
  const { filesOrigin } = ground;
  return [
    read(operations.listCollections, (database, call) => listCollections(filesOrigin, database, call)),
    read(operations.countCollections, countCollections),
    read(operations.getCollection, (database, call) => getCollection(filesOrigin, database, call)),
    write(operations.createCollection, (tx, call) => createCollection(ground, tx, call)),
    write(operations.updateCollection, (tx, call) => updateCollection(ground, tx, call)),
    // It commits a part at a time by itself.
    read(operations.deleteCollection, (database, call) => deleteCollection(facts, database, call)),
    read(operations.listCollects, listCollects),
    read(operations.countCollects, countCollects),
    read(operations.getCollect, getCollect),
    write(operations.createCollect, (tx, call) => createCollect(facts, tx, call)),
    write(operations.updateCollect, updateCollect),
    write(operations.deleteCollect, (tx, call) => deleteCollect(facts, tx, call)),
  ];
}
