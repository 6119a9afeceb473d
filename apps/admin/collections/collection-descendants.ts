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
  for (let previousSize = 0; previousSize !== foundIds.size; ) {
    previousSize = foundIds.size;
    for (const { id: childId, parent_id } of allCollections)
      if (parent_id !== null && foundIds.has(parent_id)) foundIds.add(childId);
  }
  return foundIds;
}
