import { Button, CloseButton, Progress, Text } from "@mantine/core";
import { texts } from "../../texts.ts";
import { validateImage } from "./image-rules.ts";
import classes from "./upload-list.module.css";
import type { Upload } from "./uploads.ts";
import { useImagePreview } from "./use-image-preview.ts";

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
}

/** Show the uploads, each with its progress or error. Show nothing if there are none. */
export function UploadList({ uploads, onRetry, onDismiss }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes["list"]} aria-label={texts.productImages.uploads.label}>
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} onRetry={onRetry} onDismiss={onDismiss} />
      ))}
    </ul>
  );
}

function getStatusText({ state, progress, error }: Upload): string {
  const { waiting, sending, working, done } = texts.productImages.uploads;
  if (state === "failed") return error;
  if (state === "sending") return progress >= 1 ? working : sending({ percent: Math.round(progress * 100) });
  return state === "done" ? done : waiting;
}

function UploadLine({ upload, onRetry, onDismiss }: Omit<UploadListProps, "uploads"> & { upload: Upload }) {
  const { id, file, state, progress } = upload;
  const preview = useImagePreview(file);
  const words = texts.productImages.uploads;
  return (
    <li className={classes["line"]}>
      {preview !== null && <img src={preview} alt="" className={classes["preview"]} />}
      <span className={classes["name"]}>{file.name}</span>
      <Text
        size="sm"
        role={state === "failed" ? "alert" : "status"}
        className={classes["status"] ?? ""}
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
        <CloseButton
          size="sm"
          aria-label={words.dismiss({ name: file.name })}
          onClick={() => onDismiss(id)}
        />
      )}
      {state === "sending" && (
        <Progress
          className={classes["bar"] ?? ""}
          value={progress * 100}
          animated={progress >= 1}
          aria-label={file.name}
          size="sm"
        />
      )}
    </li>
  );
}
