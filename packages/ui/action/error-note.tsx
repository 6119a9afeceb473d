import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { strings } from "../strings.ts";
import { errorWords } from "./error-words.ts";

interface ErrorNoteProps {
  error: unknown;
  /** Says it in the words of the page, where the platform's are those of the API; undefined: the platform's. */
  say?: (error: unknown) => string | undefined;
}

/** What went wrong, inside the form or dialog that it went wrong in. */
export function ErrorNote({ error, say }: ErrorNoteProps) {
  const { text, request_id } = errorWords(error);
  const told = say?.(error);
  if (told !== undefined) return <Note>{told}</Note>;
  return (
    <Note>
      {text}
      {request_id !== null && <div>{strings.requestId(request_id)}</div>}
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
