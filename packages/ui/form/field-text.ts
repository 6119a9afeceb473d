import { type FieldError, formatLabeledMessage } from "@souk/contract";
import { texts } from "../texts.ts";

/** Format a field's error as text beside the field. @param label the field's name on the page */
export function describeFieldError(error: FieldError, label: string = texts.thisValue): string {
  return formatLabeledMessage(error, label);
}
