import { notifications } from "@mantine/notifications";
import { isReplay } from "@souk/client";
import { texts } from "../texts.ts";
import { describeError } from "./error-words.ts";
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

/** Short messages in the corner. They are text, never markup: texts from apps are shown here too. */
export const toast = {
  done: (text: string) => show("green", text),
  /** Show that an action was carried out. @param answer the call's response, which says whether an earlier attempt did it */
  carriedOut: (text: string, answer: unknown) =>
    isReplay(answer) ? show("blue", texts.alreadyDone({ done: text })) : show("green", text),
  note: (text: string) => show("blue", text),
  /** Report a failure. @param what an error, or a sentence */
  failed: (what: unknown) => {
    if (typeof what === "string") return show("red", what);
    const { text, request_id } = describeError(what);
    const id = request_id === null ? "" : ` ${texts.requestId({ id: request_id })}`;
    return show("red", `${text}${id}`, texts.failed.title);
  },
};
