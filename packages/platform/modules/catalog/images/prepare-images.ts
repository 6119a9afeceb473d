import { rm } from "node:fs/promises";
import { type FieldError, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { announceFiles } from "../../../infrastructure/storage/index.ts";
import {
  type ImageIntake,
  type ImageIntakeResult,
  type PreparedImage,
  takeAddress,
  takeFile,
} from "./image-intake.ts";
import type { NewImage } from "./image-store.ts";

/** The source of images: addresses, or one file of this machine. */
export type ImageSource = { urls: readonly string[] } | { file: string; title: string };

/**
 * Process images and write them to storage, all of them or none. Call it before a transaction, since it uses the
 * network and takes time. Files that no record refers to within an hour are removed.
 * @throws ApiError invalid naming each `images.<n>` that is rejected, or `image` for an upload
 */
export async function prepareImages(
  intake: ImageIntake,
  db: Queryable,
  { store, source }: { store: Store; source: ImageSource },
): Promise<NewImage[]> {
  const taking =
    "urls" in source ? source.urls.map((url) => takeAddress(intake, url)) : [takeFile(intake, source.file)];
  const settled = await Promise.allSettled(taking);
  const taken = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const preparedImages = taken.flatMap((result) => (result.ok ? [result.image] : []));
  try {
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    const fields = toFieldErrors(taken, "urls" in source);
    if (fields.length > 0) throwApiError("invalid", { fields });
    return await putAway(intake, db, { store, preparedImages, title: "urls" in source ? "" : source.title });
  } finally {
    for (const { file } of preparedImages) await rm(file, { force: true });
  }
}

function toFieldErrors(taken: readonly ImageIntakeResult[], numbered: boolean): FieldError[] {
  return taken.flatMap((result, index) =>
    result.ok ? [] : [{ path: numbered ? `images.${index}` : "image", ...result.problem }],
  );
}

async function putAway(
  { storage, random }: ImageIntake,
  db: Queryable,
  { store, preparedImages, title }: { store: Store; preparedImages: readonly PreparedImage[]; title: string },
): Promise<NewImage[]> {
  const images = preparedImages.map(({ extension, width, height }) => {
    // The address of an image that no page shows yet cannot be guessed.
    const path = `/products/${store.id}/${random(24)}.${extension}`;
    return { path, title, width, height };
  });
  if (images.length === 0) return [];
  const paths = images.map(({ path }) => path);
  await announceFiles(db, store.id, paths);
  for (const [index, { file, type }] of preparedImages.entries())
    await storage.put(paths[index] ?? "", { file }, type);
  return images;
}
