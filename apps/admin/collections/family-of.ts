import type { CollectionName } from "./all-collections.ts";

/** A collection and all that stand in it, at any depth: none of them can be above it. */
export function familyOf(id: number, all: readonly CollectionName[]): ReadonlySet<number> {
  const family = new Set([id]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id: each, parent_id } of all)
      if (parent_id !== null && family.has(parent_id)) family.add(each);
  }
  return family;
}
