import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { strings } from "../strings.ts";
import { errorWords } from "./error-words.ts";

/** What went wrong, inside the form or dialog that it went wrong in. */
export function ErrorNote({ error }: { error: unknown }) {
  const { text, request_id } = errorWords(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      {text}
      {request_id !== null && <div>{strings.requestId(request_id)}</div>}
    </Alert>
  );
}
