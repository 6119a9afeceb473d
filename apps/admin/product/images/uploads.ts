import { mostImages } from "@souk/contract";
import { faultOf } from "./image-rules.ts";
import { strings } from "./strings.ts";

/** A file on its way to becoming a picture. */
export interface Upload {
  id: string;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** How much of it was sent, from 0 to 1. */
  part: number;
  /** Why it failed. */
  fault: string;
}

/**
 * New uploads of files that were dropped. What cannot become a picture has failed from the start.
 * @param room how many more pictures fit
 */
export function newUploads(files: readonly File[], room: number, idOf: () => string): Upload[] {
  let left = room;
  return files.map((file): Upload => {
    const wrong = faultOf(file);
    const fault = wrong ?? (left > 0 ? "" : strings.uploads.tooMany(mostImages));
    if (fault === "") left -= 1;
    return { id: idOf(), file, state: fault === "" ? "waiting" : "failed", part: 0, fault };
  });
}

/** The same uploads with one of them changed. */
export function withUpload(uploads: readonly Upload[], id: string, some: Partial<Upload>): Upload[] {
  return uploads.map((each) => (each.id === id ? { ...each, ...some } : each));
}

/** How many are still to become pictures. */
export function underWay(uploads: readonly Upload[]): number {
  return uploads.filter(({ state }) => state === "waiting" || state === "sending").length;
}
