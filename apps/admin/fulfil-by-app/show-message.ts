import type { AnswerOf, operations } from "@souk/contract";
import { toast } from "@souk/ui";
import { strings } from "./strings.ts";

/** A Fulfill action that was sent to an app, and what came of it. */
export type FulfillmentRequest = AnswerOf<typeof operations.getFulfillmentRequest>["fulfillment_request"];
export type FulfillmentAnswer = NonNullable<FulfillmentRequest["answer"]>;
type Message = Extract<FulfillmentAnswer, { type: "message" }>;

/** FUL-3: what an app says stands in a toast, as text and under its name; an error in an error toast. */
export function showMessage(app: string, { message, style }: Pick<Message, "message" | "style">): void {
  const text = strings.said(app, message);
  if (style === "error") toast.failed(text);
  else if (style === "success") toast.done(text);
  else toast.note(text);
}
