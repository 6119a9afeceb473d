import { ApiError } from "@souk/client";
import { errorWords } from "@souk/ui";
import { strings } from "./strings.ts";

/** Why a picture was refused, without the name that its field has in the API. */
export function refusalWords(error: unknown): string {
  const field = error instanceof ApiError ? error.fields[0] : undefined;
  const isOfPicture = field !== undefined && /^images?(\.\d+)?$/.test(field.path);
  const isSentence = field !== undefined && /^[A-Z]/.test(field.message);
  return isOfPicture && !isSentence ? strings.refused(field.message) : errorWords(error).text;
}
