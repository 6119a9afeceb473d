import { notifications } from "@mantine/notifications";
import { isReplay } from "@souk/client";
import { texts } from "../texts.ts";
import { describeError } from "./describe-error.ts";
import { getReadingTimeMs } from "./reading-time.ts";

function show(color: string, message: string, title?: string): void {
  notifications.show({
    message,
    color,
    ...(title === undefined ? {} : { title }),
    closeButtonProps: { "aria-label": texts.dismiss },
    // A screen reader announces a failure immediately and everything else when it is idle.
    role: color === "red" ? "alert" : "status",
    autoClose: getReadingTimeMs(message, color === "red"),
  });
}

/** Show short messages in a corner of the window. They are text and never markup, because texts from apps are shown here too. */
export const toast = {
  done: (text: string) => show("green", text),
  /** Show that an action is done or, if `response` says so, that an earlier attempt had already done it. */
  doneOrReplayed: (text: string, response: unknown) =>
    isReplay(response) ? show("blue", texts.alreadyDone({ done: text })) : show("green", text),
  note: (text: string) => show("blue", text),
  /** Report a failure. @param error an error, or a sentence */
  failed: (error: unknown) => {
    if (typeof error === "string") return show("red", error);
    const { text, request_id } = describeError(error);
    const id = request_id === null ? "" : ` ${texts.requestId({ id: request_id })}`;
    return show("red", `${text}${id}`, texts.failed.title);
  },
};
