import type { CollectionName } from "./all-collections.ts";

/** Return a collection and all nested in it, at any depth: none of them can be its parent. */
export function findDescendants(id: number, all: readonly CollectionName[]): ReadonlySet<number> {
  const family = new Set([id]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id: each, parent_id } of all)
      if (parent_id !== null && family.has(parent_id)) family.add(each);
  }
  return family;
}
