import { StatusBadge } from "@souk/ui";
import { strings } from "../strings.ts";
import type { Collection } from "./all-collections.ts";

/** Whether the shop shows a collection. */
export function CollectionBadge({ collection }: { collection: Pick<Collection, "is_published"> }) {
  const isShown = collection.is_published;
  return (
    <StatusBadge tone={isShown ? "good" : "neutral"}>
      {isShown ? strings.published : strings.unpublished}
    </StatusBadge>
  );
}
