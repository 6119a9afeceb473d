import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { MouseEvent, Ref } from "react";
import { errorWords } from "../action/error-words.ts";
import { strings } from "../strings.ts";
import styles from "./schema-form.module.css";

/** One line of the summary and the input that it leads to. */
export interface SummaryLine {
  message: string;
  /** Empty: it is over none that the form shows. */
  id: string;
}

interface ErrorSummaryProps {
  lines: readonly SummaryLine[];
  /** What belongs to no field; null: nothing. */
  rest: unknown;
  ref: Ref<HTMLDivElement>;
}

/** What is wrong with a form, above it; each line leads to its input. It takes the focus after a vain try. */
export function ErrorSummary({ lines, rest, ref }: ErrorSummaryProps) {
  if (lines.length === 0 && rest === null) return null;
  const words = rest === null ? null : errorWords(rest);
  const go = (id: string) => (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <Alert
      ref={ref}
      color="red"
      tabIndex={-1}
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={strings.form.summary}
    >
      {words !== null && <div>{words.text}</div>}
      {words !== null && words.request_id !== null && <div>{strings.requestId(words.request_id)}</div>}
      {lines.length > 0 && (
        <ul className={styles["errors"]}>
          {lines.map(({ message, id }) => (
            <li key={`${id} ${message}`}>
              {id === "" ? (
                message
              ) : (
                <a href={`#${id}`} onClick={go(id)}>
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
