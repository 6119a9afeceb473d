import { Button, CloseButton, Progress, Text } from "@mantine/core";
import { texts } from "../../texts.ts";
import { validateImage } from "./image-rules.ts";
import classes from "./upload-list.module.css";
import type { Upload } from "./uploads.ts";
import { usePreview } from "./use-preview.ts";

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (id: string) => void;
  onForget: (id: string) => void;
}

/** Show the files being uploaded, each with its progress or error. */
export function UploadList({ uploads, onRetry, onForget }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes["list"]} aria-label={texts.productImages.uploads.label}>
      {uploads.map((upload) => (
        <Line key={upload.id} upload={upload} onRetry={onRetry} onForget={onForget} />
      ))}
    </ul>
  );
}

function getStatusText({ state, part, error }: Upload): string {
  const { waiting, sending, working, done } = texts.productImages.uploads;
  if (state === "failed") return error;
  if (state === "sending") return part >= 1 ? working : sending({ percent: Math.round(part * 100) });
  return state === "done" ? done : waiting;
}

function Line({ upload, onRetry, onForget }: Omit<UploadListProps, "uploads"> & { upload: Upload }) {
  const { id, file, state, part } = upload;
  const preview = usePreview(file);
  const words = texts.productImages.uploads;
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
        {getStatusText(upload)}
      </Text>
      {state === "failed" && validateImage(file) === undefined && (
        <Button variant="subtle" size="compact-sm" onClick={() => onRetry(id)}>
          {words.again}
        </Button>
      )}
      {state !== "sending" && state !== "done" && (
        <CloseButton size="sm" aria-label={words.dismiss({ name: file.name })} onClick={() => onForget(id)} />
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
