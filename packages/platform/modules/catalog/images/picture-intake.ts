import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { refuse } from "@souk/contract";
import { checkPublicUrl, type SafeSender } from "@souk/delivery";
import { cleanPicture, type PictureQueue } from "../../../pictures/index.ts";
import type { RandomText } from "../../../random.ts";
import type { FileStorage } from "../../../storage/index.ts";

/** What takes pictures in. */
export interface PictureIntake {
  storage: FileStorage;
  /** Decoding and encoding, a few at a time. */
  queue: PictureQueue;
  /** Fetching, some at a time. */
  fetches: PictureQueue;
  sender: SafeSender;
  /** Where files lie for as long as they are looked at. */
  folder: string;
  random: RandomText;
  /** The platform's own domain: no picture is fetched from it. */
  ownDomain: string;
  /** Development only: this machine's loopback names are fetched from. */
  allowLoopback: boolean;
}

/** A picture that was judged and written anew, in a file of this machine. */
export interface GoodPicture {
  file: string;
  type: string;
  extension: string;
  width: number;
  height: number;
}

export type TakenPicture = { ok: true; picture: GoodPicture } | { ok: false; message: string };

/** The limit of an upload too (`createImages` in the contract). */
const maxBytes = 20 * 1024 * 1024;

/** A file of the intake that nobody else has. */
function newFile({ folder }: PictureIntake): string {
  return join(folder, `${randomUUID()}.picture`);
}

/**
 * Judges a file and writes it anew.
 * @param source stays as it is
 * @returns the picture in a file that the caller removes, or what is wrong with it
 */
export async function takeFile(intake: PictureIntake, source: string): Promise<TakenPicture> {
  const file = newFile(intake);
  const cleaned = await intake.queue.run(() => cleanPicture(source, file));
  if (!cleaned.ok) return cleaned;
  const { format, width, height } = cleaned;
  const extension = format === "jpeg" ? "jpg" : format;
  return { ok: true, picture: { file, type: `image/${format}`, extension, width, height } };
}

/**
 * Fetches a picture from an address that somebody else chose (P20, P21): public hosts only, no redirect, 10 s.
 * @returns as `takeFile` does
 */
export async function takeAddress(intake: PictureIntake, url: string): Promise<TakenPicture> {
  const { ownDomain, allowLoopback } = intake;
  const verdict = checkPublicUrl(url, { ownDomain, allowLoopback, purpose: "image" });
  if (!verdict.ok) return verdict;
  const path = newFile(intake);
  try {
    const fault = await intake.fetches.run(() => fetchInto(intake, url, path));
    return fault === null ? await takeFile(intake, path) : { ok: false, message: fault };
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns what went wrong, in a sentence; null when the whole file is there */
async function fetchInto({ sender }: PictureIntake, url: string, path: string): Promise<string | null> {
  const headers = { accept: "image/png, image/jpeg, image/webp, image/gif" };
  const outcome = await sender.send({ url, method: "GET", headers, intoFile: { path, maxBytes } });
  if (outcome.kind === "failed" && outcome.reason === "closed") refuse("unavailable", { retry_after_s: 5 });
  if (outcome.kind === "failed") return `could not be fetched. ${outcome.message}`;
  if (outcome.status !== 200)
    return `could not be fetched: its server answered ${outcome.status} and not 200`;
  if (!outcome.complete)
    return "could not be fetched: it is larger than 20 MiB, or did not come whole within 10 s";
  return null;
}
