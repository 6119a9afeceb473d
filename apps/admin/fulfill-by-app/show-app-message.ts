import type { OperationResponse, operations } from "@souk/contract";
import { toast } from "@souk/ui";
import { texts } from "../texts.ts";

/** The record of one Fulfill action: the request to an app and its response. */
export type FulfillmentRequest = OperationResponse<
  typeof operations.getFulfillmentRequest
>["fulfillment_request"];
export type FulfillmentAnswer = NonNullable<FulfillmentRequest["answer"]>;
type Message = Extract<FulfillmentAnswer, { type: "message" }>;

/** Show the message from an app's response in a toast of its style, as plain text after the app's name (FUL-3). */
export function showAppMessage(
  appName: string,
  { message, style }: Pick<Message, "message" | "style">,
): void {
  const text = texts.fulfillByApp.response({ app: appName, text: message });
  if (style === "error") toast.failed(text);
  else if (style === "success") toast.done(text);
  else toast.note(text);
}
