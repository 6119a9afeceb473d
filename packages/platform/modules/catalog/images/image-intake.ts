import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";
import { checkPublicUrl, type SafeSender } from "@souk/delivery";
import { cleanImage, type ImageQueue } from "../../../infrastructure/images/index.ts";
import type { FileStorage } from "../../../infrastructure/storage/index.ts";
import type { RandomText } from "../../../runtime/random.ts";

/** The resources for fetching and processing images. */
export interface ImageIntake {
  storage: FileStorage;
  /** The queue of decoding and encoding, a few at a time. */
  queue: ImageQueue;
  /** The queue of fetches, several at a time. */
  fetches: ImageQueue;
  sender: SafeSender;
  /** The folder of files being processed. */
  folder: string;
  random: RandomText;
  /** The platform's own domain: no image is fetched from it. */
  ownDomain: string;
  /** Whether loopback names of this machine may be fetched from; development only. */
  allowLoopback: boolean;
}

/** An image that was checked and re-encoded, in a file of this machine. */
export interface PreparedImage {
  file: string;
  type: string;
  extension: string;
  width: number;
  height: number;
}

export type ImageIntakeResult = { ok: true; image: PreparedImage } | { ok: false; problem: FieldProblem };

/** The limit of an upload too (`createImages` in the contract). */
const maxBytes = 20 * 1024 * 1024;

/** Return the path of a new, unique intake file. */
function newFile({ folder }: ImageIntake): string {
  return join(folder, `${randomUUID()}.picture`);
}

/**
 * Check an image file and re-encode it.
 * @param source the file, which is left unchanged
 * @returns the image in a file that the caller removes, or the problem with it
 */
export async function takeFile(intake: ImageIntake, source: string): Promise<ImageIntakeResult> {
  const file = newFile(intake);
  const cleaned = await intake.queue.run(() => cleanImage(source, file));
  if (!cleaned.ok) return cleaned;
  const { format, width, height } = cleaned;
  const extension = format === "jpeg" ? "jpg" : format;
  return { ok: true, image: { file, type: `image/${format}`, extension, width, height } };
}

/**
 * Fetch an image from an address that a client chose (P20, P21): public hosts only, no redirect, 10 s.
 * @returns as `takeFile` does
 */
export async function takeAddress(intake: ImageIntake, url: string): Promise<ImageIntakeResult> {
  const { ownDomain, allowLoopback } = intake;
  const verdict = checkPublicUrl(url, { ownDomain, allowLoopback, purpose: "image" });
  if (!verdict.ok)
    return { ok: false, problem: fieldProblem("invalid_format", { format: "url" }, verdict.message) };
  const path = newFile(intake);
  try {
    const problem = await intake.fetches.run(() => fetchInto(intake, url, path));
    return problem === null ? await takeFile(intake, path) : { ok: false, problem };
  } finally {
    await rm(path, { force: true });
  }
}

/** Fetch an address into a file. @returns the problem; null when the whole file is there */
async function fetchInto({ sender }: ImageIntake, url: string, path: string): Promise<FieldProblem | null> {
  const headers = { accept: "image/png, image/jpeg, image/webp, image/gif" };
  const outcome = await sender.send({ url, method: "GET", headers, intoFile: { path, maxBytes } });
  if (outcome.kind === "failed" && outcome.reason === "closed")
    throwApiError("unavailable", { retry_after_s: 5 });
  if (outcome.kind === "failed")
    return fieldProblem("not_fetched", { url }, `{field} could not be fetched. ${outcome.message}`);
  if (outcome.status !== 200)
    return fieldProblem(
      "not_fetched",
      { url, status: outcome.status },
      `{field} could not be fetched: its server answered ${outcome.status}.`,
    );
  if (!outcome.complete)
    return fieldProblem(
      "not_fetched",
      { url },
      "{field} could not be fetched: it is larger than 20 MiB, or took longer than 10 s.",
    );
  return null;
}
