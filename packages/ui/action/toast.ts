import { notifications } from "@mantine/notifications";
import { isReplay } from "@souk/client";
import { strings } from "../strings.ts";
import { errorWords } from "./error-words.ts";
import { readingTime } from "./reading-time.ts";

function show(color: string, message: string, title?: string): void {
  notifications.show({
    message,
    color,
    ...(title === undefined ? {} : { title }),
    closeButtonProps: { "aria-label": strings.dismiss },
    // A failure interrupts what is being read out; everything else waits its turn.
    role: color === "red" ? "alert" : "status",
    autoClose: readingTime(message, color === "red"),
  });
}

/** Short messages in the corner. They are text, never markup: apps' words come through here too. */
export const toast = {
  done: (text: string) => show("green", text),
  /** @param answer of the call that did it; what was done at an earlier try is told as that */
  carriedOut: (text: string, answer: unknown) =>
    isReplay(answer) ? show("blue", strings.already(text)) : show("green", text),
  note: (text: string) => show("blue", text),
  /** @param what an error, or a sentence */
  failed: (what: unknown) => {
    if (typeof what === "string") return show("red", what);
    const { text, request_id } = errorWords(what);
    const id = request_id === null ? "" : ` ${strings.requestId(request_id)}`;
    return show("red", `${text}${id}`, strings.failed.title);
  },
};
