import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { MouseEvent, Ref } from "react";
import { describeError } from "../action/describe-error.ts";
import { texts } from "../texts.ts";
import styles from "./schema-form.module.css";

/** One line of the error summary, with the input that it links to. */
export interface SummaryLine {
  message: string;
  /** The id of the input; empty if the form does not show it. */
  id: string;
}

interface ErrorSummaryProps {
  lines: readonly SummaryLine[];
  /** The error that belongs to no field; null if there is none. */
  formError: unknown;
  ref: Ref<HTMLDivElement>;
}

/**
 * Show the errors of a form, each linked to its input. The caller focuses the summary after a failed attempt to save.
 */
export function ErrorSummary({ lines, formError, ref }: ErrorSummaryProps) {
  if (lines.length === 0 && formError === null) return null;
  const description = formError === null ? null : describeError(formError);
  const focusInput = (id: string) => (event: MouseEvent) => {
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
      title={lines.length > 0 ? texts.form.summary : texts.failed.title}
    >
      {description !== null && <div>{description.text}</div>}
      {description !== null && description.request_id !== null && (
        <div>{texts.requestId({ id: description.request_id })}</div>
      )}
      {lines.length > 0 && (
        <ul className={styles["errors"]}>
          {lines.map(({ message, id }) => (
            <li key={`${id} ${message}`}>
              {id === "" ? (
                message
              ) : (
                <a href={`#${id}`} onClick={focusInput(id)}>
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
