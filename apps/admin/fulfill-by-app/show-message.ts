import type { OperationResponse, operations } from "@souk/contract";
import { toast } from "@souk/ui";
import { texts } from "../texts.ts";

/** A Fulfill action that was sent to an app, and its result. */
export type FulfillmentRequest = OperationResponse<
  typeof operations.getFulfillmentRequest
>["fulfillment_request"];
export type FulfillmentAnswer = NonNullable<FulfillmentRequest["answer"]>;
type Message = Extract<FulfillmentAnswer, { type: "message" }>;

/** Show an app's message in a toast, as text and under the app's name; an error in an error toast (FUL-3). */
export function showMessage(app: string, { message, style }: Pick<Message, "message" | "style">): void {
  const text = texts.fulfillByApp.response({ app, text: message });
  if (style === "error") toast.failed(text);
  else if (style === "success") toast.done(text);
  else toast.note(text);
}
