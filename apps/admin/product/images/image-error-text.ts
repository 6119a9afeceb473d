import { ApiError } from "@souk/client";
import { describeError, describeFieldError } from "@souk/ui";
import { texts } from "../../texts.ts";

/** Explain why an image was rejected, without its field's API name. */
export function getImageErrorText(error: unknown): string {
  const field = error instanceof ApiError ? error.fields[0] : undefined;
  const isImageField = field !== undefined && /^images?(\.\d+)?$/.test(field.path);
  return isImageField ? describeFieldError(field, texts.productImages.subject) : describeError(error).text;
}
