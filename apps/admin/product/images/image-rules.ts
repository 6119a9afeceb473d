import { operations } from "@souk/contract";
import { strings } from "./strings.ts";

/** What an upload may be, as the contract says it. */
export const uploadRules = operations.createImages.upload;

/** What is wrong with a file before any of it is sent; undefined: nothing. */
export function faultOf({ type, size }: { type: string; size: number }): string | undefined {
  if (!uploadRules.types.some((known) => known === type)) return strings.uploads.notPicture;
  if (size > uploadRules.maxBytes) return strings.uploads.tooLarge;
  return size === 0 ? strings.uploads.empty : undefined;
}
