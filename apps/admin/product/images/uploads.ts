import { maxImages } from "@souk/contract";
import { texts } from "../../texts.ts";
import { validateImage } from "./image-rules.ts";

/** A file that is being uploaded as an image. */
export interface Upload {
  id: string;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** The share of the file that was sent, from 0 to 1. */
  part: number;
  /** The reason of the failure. */
  error: string;
}

/**
 * Create uploads of dropped files. A file that cannot become an image has failed from the start.
 * @param room how many more images fit
 */
export function newUploads(files: readonly File[], room: number, createId: () => string): Upload[] {
  let left = room;
  return files.map((file): Upload => {
    const wrong = validateImage(file);
    const error = wrong ?? (left > 0 ? "" : texts.productImages.uploads.tooMany({ max: maxImages }));
    if (error === "") left -= 1;
    return { id: createId(), file, state: error === "" ? "waiting" : "failed", part: 0, error };
  });
}

/** Return the uploads with one of them changed. */
export function withUpload(uploads: readonly Upload[], id: string, some: Partial<Upload>): Upload[] {
  return uploads.map((upload) => (upload.id === id ? { ...upload, ...some } : upload));
}

/** Count the unfinished uploads. */
export function underWay(uploads: readonly Upload[]): number {
  return uploads.filter(({ state }) => state === "waiting" || state === "sending").length;
}
