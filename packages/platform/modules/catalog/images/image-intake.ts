import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";
import { checkPublicUrl, type LocalAccess, type SafeSender } from "@souk/delivery";
import { cleanImage, type ImageQueue, type PixelBudget } from "../../../infrastructure/images/index.ts";
import type { DiskReserve, FileStorage } from "../../../infrastructure/storage/index.ts";
import type { RandomText } from "../../../runtime/random.ts";

/** The resources for fetching and processing images. */
export interface ImageIntake {
  storage: FileStorage;
  /** Limits how many images are decoded and encoded at a time. */
  queue: ImageQueue;
  /** Limits how many images are fetched at a time. */
  fetchQueue: ImageQueue;
  /** Limits how many megapixels of an account's images are processed a minute. */
  pixelBudget: PixelBudget;
  sender: SafeSender;
  /** Reserves space on the disk that contains `folder`. */
  diskReserve: DiskReserve;
  /** The folder of files being processed. */
  folder: string;
  random: RandomText;
  /** The platform's own domains, from which no image is fetched. */
  ownDomains: readonly string[];
  /** The hosts of this machine and of the local network from which images may be fetched; in development only. */
  localAccess: LocalAccess;
}

/** An image that was checked and re-encoded, in a local file. */
export interface PreparedImage {
  file: string;
  type: string;
  extension: string;
  width: number;
  height: number;
  /** The size of the file in bytes. */
  size: number;
}

export type ImageIntakeResult = { ok: true; image: PreparedImage } | { ok: false; problem: FieldProblem };

/**
 * The maximum size of a fetched image. The contract's `createImages` has the same limit for an upload. This is also the disk space
 * reserved for a re-encoded image, which is rarely larger.
 */
const maxBytes = 20 * 1024 * 1024;

/** Return the path of a new, unique intake file. */
function createFilePath({ folder }: ImageIntake): string {
  return join(folder, `${randomUUID()}.picture`);
}

/**
 * Check an image file and re-encode it.
 * @param owner identifies the account of the image, because accounts take turns in the queues
 * @param source the path of the file, which is left unchanged
 * @returns the image in a new file, which the caller must remove, or why it is not accepted
 * @throws ApiError `rate_limited` if the owner's images had too many megapixels within a minute; `storage_full`
 */
export async function processImageFile(
  intake: ImageIntake,
  owner: string,
  source: string,
): Promise<ImageIntakeResult> {
  const file = createFilePath(intake);
  const cleanResult = await intake.queue.run(owner, () =>
    intake.diskReserve.writeWithinReserve(maxBytes, () =>
      cleanImage(source, file, (pixels) => intake.pixelBudget.charge(owner, pixels)),
    ),
  );
  if (!cleanResult.ok) return cleanResult;
  const { format, width, height } = cleanResult;
  const extension = format === "jpeg" ? "jpg" : format;
  const { size } = await stat(file);
  return { ok: true, image: { file, type: `image/${format}`, extension, width, height, size } };
}

/**
 * Fetch an image from a client's URL, check it and re-encode it (P20, P21). Only public hosts are allowed, redirects are not
 * followed, and the timeout is 10 seconds.
 * @param owner identifies the account of the image, because accounts take turns in the queues
 * @returns the image in a new file, which the caller must remove, or why it is not accepted
 * @throws ApiError `rate_limited` if the owner's images had too many megapixels within a minute; `storage_full`;
 *   `unavailable` if `sender` is closed
 */
export async function fetchImage(
  intake: ImageIntake,
  owner: string,
  url: string,
): Promise<ImageIntakeResult> {
  const { ownDomains, localAccess } = intake;
  const urlCheck = checkPublicUrl(url, { ownDomains, localAccess, purpose: "image" });
  if (!urlCheck.ok)
    return { ok: false, problem: fieldProblem("invalid_format", { format: "url" }, urlCheck.message) };
  const path = createFilePath(intake);
  try {
    const problem = await intake.fetchQueue.run(owner, () =>
      intake.diskReserve.writeWithinReserve(maxBytes, () => fetchToFile(intake, url, path)),
    );
    return problem === null ? await processImageFile(intake, owner, path) : { ok: false, problem };
  } finally {
    await rm(path, { force: true });
  }
}

/** Fetch a URL into a file. @returns the problem, or null when the file is complete */
async function fetchToFile({ sender }: ImageIntake, url: string, path: string): Promise<FieldProblem | null> {
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
      `{field} could not be fetched because its server responded with status ${outcome.status}.`,
    );
  if (!outcome.complete)
    return fieldProblem(
      "not_fetched",
      { url },
      "{field} could not be fetched because it is larger than 20 MiB or took longer than 10 seconds.",
    );
  return null;
}
