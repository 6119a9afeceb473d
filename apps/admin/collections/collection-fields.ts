import type { FieldWords } from "@souk/ui";
import { useMemo } from "react";
import { useAllCollections } from "./all-collections.ts";
import { findSelfAndDescendants } from "./collection-descendants.ts";
import { collectionFieldWords } from "./collection-field-words.ts";

/**
 * Return the labels and kinds of the collection form's fields. Every collection can be chosen as the parent, except this
 * collection and the collections nested in it.
 * @param id the collection's id; null for a new collection
 */
export function useCollectionFields(id: number | null) {
  const { data } = useAllCollections();
  return useMemo(() => {
    const excludedIds = id === null ? new Set<number>() : findSelfAndDescendants(id, data ?? []);
    const records = (data ?? [])
      .filter((collection) => !excludedIds.has(collection.id))
      .map((collection) => ({ value: String(collection.id), label: collection.title }));
    return {
      ...collectionFieldWords,
      parent_id: { ...collectionFieldWords.parent_id, kind: "record", records },
    } as const satisfies Record<string, FieldWords>;
  }, [data, id]);
}
