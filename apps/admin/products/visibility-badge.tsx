import { StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";
import type { visibilityValues } from "./products-list.ts";

/** Show whether a product is published. */
export function VisibilityBadge({ visibility }: { visibility: (typeof visibilityValues)[number] }) {
  const isPublished = visibility === "published";
  return <StatusBadge tone={isPublished ? "good" : "neutral"}>{texts.common[visibility]}</StatusBadge>;
}
