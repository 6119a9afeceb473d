import { operations } from "@souk/contract";
import { texts } from "../../texts.ts";

/** The allowed content types and maximum size of image files, from the contract. */
export const uploadRules = operations.createImages.upload;

/** Return the error of a file that the API would reject; undefined if the file is valid. */
export function validateImage({ type, size }: { type: string; size: number }): string | undefined {
  if (!uploadRules.types.some((allowedType) => allowedType === type))
    return texts.productImages.uploads.notImage;
  if (size > uploadRules.maxBytes) return texts.productImages.uploads.tooLarge;
  return size === 0 ? texts.productImages.uploads.empty : undefined;
}
