import { ApiError } from "@souk/client";
import { describeError, describeFieldError } from "@souk/ui";
import { texts } from "../../texts.ts";

/** Return the message of an error about an image, with "The image" instead of the API's field name. */
export function getImageErrorText(error: unknown): string {
  const field = error instanceof ApiError ? error.fields[0] : undefined;
  const isImageField = field !== undefined && /^images?(\.\d+)?$/.test(field.path);
  return isImageField ? describeFieldError(field, texts.productImages.subject) : describeError(error).text;
}
