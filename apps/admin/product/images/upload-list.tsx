import { Button, CloseButton, Progress, Text } from "@mantine/core";
import { faultOf } from "./image-rules.ts";
import { strings } from "./strings.ts";
import classes from "./upload-list.module.css";
import type { Upload } from "./uploads.ts";
import { usePreview } from "./use-preview.ts";

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (id: string) => void;
  onForget: (id: string) => void;
}

/** The files on their way, each with how far it has come or why it did not arrive. */
export function UploadList({ uploads, onRetry, onForget }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes["list"]} aria-label={strings.uploads.label}>
      {uploads.map((upload) => (
        <Line key={upload.id} upload={upload} onRetry={onRetry} onForget={onForget} />
      ))}
    </ul>
  );
}

function wordsOf({ state, part, fault }: Upload): string {
  const { waiting, sending, working, done } = strings.uploads;
  if (state === "failed") return fault;
  if (state === "sending") return part >= 1 ? working : sending(Math.round(part * 100));
  return state === "done" ? done : waiting;
}

function Line({ upload, onRetry, onForget }: Omit<UploadListProps, "uploads"> & { upload: Upload }) {
  const { id, file, state, part } = upload;
  const preview = usePreview(file);
  const words = strings.uploads;
  return (
    <li className={classes["line"]}>
      {preview !== null && <img src={preview} alt="" className={classes["preview"]} />}
      <span className={classes["name"]}>{file.name}</span>
      <Text
        size="sm"
        role={state === "failed" ? "alert" : "status"}
        className={classes["words"] ?? ""}
        data-failed={state === "failed" || undefined}
      >
        {wordsOf(upload)}
      </Text>
      {state === "failed" && faultOf(file) === undefined && (
        <Button variant="subtle" size="compact-sm" onClick={() => onRetry(id)}>
          {words.again}
        </Button>
      )}
      {state !== "sending" && state !== "done" && (
        <CloseButton size="sm" aria-label={words.dismiss(file.name)} onClick={() => onForget(id)} />
      )}
      {state === "sending" && (
        <Progress
          className={classes["bar"] ?? ""}
          value={part * 100}
          animated={part >= 1}
          aria-label={file.name}
          size="sm"
        />
      )}
    </li>
  );
}
