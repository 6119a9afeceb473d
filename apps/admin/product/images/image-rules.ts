import { operations } from "@souk/contract";
import { texts } from "../../texts.ts";

/** The rules for uploads, as the contract states them. */
export const uploadRules = operations.createImages.upload;

/** Return the error of a file before it is sent; undefined: none. */
export function validateImage({ type, size }: { type: string; size: number }): string | undefined {
  if (!uploadRules.types.some((known) => known === type)) return texts.productImages.uploads.notImage;
  if (size > uploadRules.maxBytes) return texts.productImages.uploads.tooLarge;
  return size === 0 ? texts.productImages.uploads.empty : undefined;
}
