import type { FieldWords } from "@souk/ui";
import { useMemo } from "react";
import { useAllCollections } from "./all-collections.ts";
import { findDescendants } from "./collection-descendants.ts";
import { collectionWords } from "./collection-words.ts";

/**
 * Return the fields of a collection's form.
 * @param id null for a new one
 */
export function useCollectionFields(id: number | null) {
  const { data } = useAllCollections();
  return useMemo(() => {
    const family = id === null ? new Set<number>() : findDescendants(id, data ?? []);
    const records = (data ?? [])
      .filter((collection) => !family.has(collection.id))
      .map((collection) => ({ value: String(collection.id), label: collection.title }));
    return {
      ...collectionWords,
      parent_id: { ...collectionWords.parent_id, kind: "record", records },
    } as const satisfies Record<string, FieldWords>;
  }, [data, id]);
}
