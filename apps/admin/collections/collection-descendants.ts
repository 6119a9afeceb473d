import type { CollectionOption } from "./all-collections.ts";

/**
 * Find the ids of a collection and of all collections nested in it at any depth. None of these can become the collection's
 * parent.
 */
export function findSelfAndDescendants(
  id: number,
  allCollections: readonly CollectionOption[],
): ReadonlySet<number> {
  const foundIds = new Set([id]);
  let previousSize: number;
  // A child may come before its parent in the list, so repeat until a pass finds no more descendants.
  do {
    previousSize = foundIds.size;
    for (const collection of allCollections)
      if (collection.parent_id !== null && foundIds.has(collection.parent_id)) foundIds.add(collection.id);
  } while (foundIds.size > previousSize);
  return foundIds;
}
