import { insertFieldName } from "@souk/contract";
import { createRowError, quote, type RowError } from "../../rows/row-error.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { FetchedImages } from "./fetch-images.ts";

/** List the errors of images that could not be fetched. The products with these images are still written. */
export function listImageErrors(plans: readonly ProductPlan[], images: FetchedImages): RowError[] {
  return plans.flatMap((plan) => {
    if (plan.kind === "unchanged") return [];
    const { handle, firstRowNumber } = plan.draft;
    return plan.image_urls.flatMap((url): RowError[] => {
      const fetchedImage = images.get(handle, url);
      if (fetchedImage === undefined || fetchedImage.ok) return [];
      return [
        createRowError({ row: firstRowNumber, handle }, "image_urls", {
          ...fetchedImage.problem,
          message: insertFieldName(fetchedImage.problem.message, quote(url)),
        }),
      ];
    });
  });
}
