import { maxImages } from "@souk/contract";
import { texts } from "../../texts.ts";
import { validateImage } from "./image-rules.ts";

/** A file that is being uploaded as an image. */
export interface Upload {
  id: string;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** The fraction of the file that was sent, from 0 to 1. */
  progress: number;
  /** Why the upload failed; empty if it did not. */
  error: string;
}

/**
 * Create uploads of files. The upload of a file that is not a valid image, or for which the product has no room, fails
 * immediately.
 * @param remainingSlots how many more images the product can have
 */
export function createUploads(
  files: readonly File[],
  remainingSlots: number,
  createId: () => string,
): Upload[] {
  let freeSlots = remainingSlots;
  return files.map((file): Upload => {
    const fileError = validateImage(file);
    const error = fileError ?? (freeSlots > 0 ? "" : texts.productImages.uploads.tooMany({ max: maxImages }));
    if (error === "") freeSlots -= 1;
    return { id: createId(), file, state: error === "" ? "waiting" : "failed", progress: 0, error };
  });
}

/** Return the uploads, with these changes made to the upload with this id. */
export function updateUpload(uploads: readonly Upload[], id: string, changes: Partial<Upload>): Upload[] {
  return uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
}

/** Count the uploads that are waiting or being sent. */
export function countUnfinished(uploads: readonly Upload[]): number {
  return uploads.filter(({ state }) => state === "waiting" || state === "sending").length;
}
