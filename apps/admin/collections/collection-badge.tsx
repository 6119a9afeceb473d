import { StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Collection } from "./all-collections.ts";

/** Show whether a collection is visible in the store. */
export function CollectionBadge({ collection }: { collection: Pick<Collection, "is_published"> }) {
  const isShown = collection.is_published;
  return (
    <StatusBadge tone={isShown ? "good" : "neutral"}>
      {isShown ? texts.common.published : texts.common.unpublished}
    </StatusBadge>
  );
}
