import { StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";
import type { visibilities } from "./products-list.ts";

/** Show whether the store shows a product. */
export function VisibilityBadge({ visibility }: { visibility: (typeof visibilities)[number] }) {
  const isShown = visibility === "published";
  return <StatusBadge tone={isShown ? "good" : "neutral"}>{texts.common[visibility]}</StatusBadge>;
}
