import { quoted, type RowError } from "../../rows/row-error.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

/** An image that is missing fails no product. */
export function imageErrors(plans: readonly ProductPlan[], images: FetchedImages): RowError[] {
  return plans.flatMap((plan) => {
    if (plan.kind === "unchanged") return [];
    const { handle, row } = plan.draft;
    return plan.image_urls.flatMap((url): RowError[] => {
      const fetched = images.of(handle, url);
      if (fetched === undefined || fetched.ok) return [];
      return [{ row, column: "image_urls", handle, message: `${quoted(url)} ${fetched.message}` }];
    });
  });
}
