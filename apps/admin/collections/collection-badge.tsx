import { StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Collection } from "./all-collections.ts";

/** Show whether a collection is published. */
export function CollectionBadge({ collection }: { collection: Pick<Collection, "is_published"> }) {
  const isPublished = collection.is_published;
  return (
    <StatusBadge tone={isPublished ? "good" : "neutral"}>
      {isPublished ? texts.common.published : texts.common.unpublished}
    </StatusBadge>
  );
}
