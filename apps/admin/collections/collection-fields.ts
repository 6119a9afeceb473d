import type { FieldWords } from "@souk/ui";
import { useMemo } from "react";
import { useAllCollections } from "./all-collections.ts";
import { familyOf } from "./family-of.ts";
import { strings } from "./strings.ts";

/**
 * What the form of a collection asks for.
 * @param id null for a new one
 */
export function useCollectionFields(id: number | null) {
  const { data } = useAllCollections();
  return useMemo(() => {
    const family = id === null ? new Set<number>() : familyOf(id, data ?? []);
    const records = (data ?? [])
      .filter((each) => !family.has(each.id))
      .map((each) => ({ value: String(each.id), label: each.title }));
    const { title, handle, description, body_html, image_url, parent_id, is_published } = strings.fields;
    const fields = {
      title,
      handle,
      description: { ...description, kind: "multiline" },
      body_html: { ...body_html, kind: "multiline" },
      image_url,
      parent_id: { ...parent_id, kind: "record", records },
      is_published,
    } as const satisfies Record<string, FieldWords>;
    return fields;
  }, [data, id]);
}
