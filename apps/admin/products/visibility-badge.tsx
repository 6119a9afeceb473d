import { StatusBadge } from "@souk/ui";
import { strings } from "../strings.ts";
import type { Visibility } from "./products-search.ts";

/** Whether the shop shows a product. */
export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  const isShown = visibility === "published";
  return <StatusBadge tone={isShown ? "good" : "neutral"}>{strings[visibility]}</StatusBadge>;
}
