import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { texts } from "../texts.ts";
import { describeError } from "./error-words.ts";

interface ErrorNoteProps {
  error: unknown;
  /**
   * Describe the error in the page's words, where the platform's are those of the API; undefined: the
   * platform's.
   */
  describeError?: (error: unknown) => string | undefined;
}

/** Show an error inside the form or dialog where it occurred. */
export function ErrorNote({ error, describeError: say }: ErrorNoteProps) {
  const { text, request_id } = describeError(error);
  const ownText = say?.(error);
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
