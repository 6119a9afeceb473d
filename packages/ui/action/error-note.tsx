import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { texts } from "../texts.ts";
import { describeError } from "./describe-error.ts";

interface ErrorNoteProps {
  error: unknown;
  /**
   * Return the page's own description of the error; undefined to show the platform's, which is written for users of the
   * API.
   */
  formatError?: (error: unknown) => string | undefined;
}

/** Show an error inside the form or dialog where it occurred. */
export function ErrorNote({ error, formatError }: ErrorNoteProps) {
  const { text, request_id } = describeError(error);
  const ownText = formatError?.(error);
  if (ownText !== undefined) return <Note>{ownText}</Note>;
  return (
    <Note>
      {text}
      {request_id !== null && <div>{texts.requestId({ id: request_id })}</div>}
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      {children}
    </Alert>
  );
}
