import { rm } from "node:fs/promises";
import { type FieldError, throwApiError } from "@souk/contract";
import { type Database, defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { registerPendingFiles, scheduleFileRemovals } from "../../../infrastructure/storage/index.ts";
import type { NewImage } from "./image-columns.ts";
import {
  fetchImage,
  type ImageIntake,
  type ImageIntakeResult,
  type PreparedImage,
  processImageFile,
} from "./image-intake.ts";

/** Where images come from: URLs, or one local file. */
export type ImageSource = { urls: readonly string[] } | { file: string; title: string };

const accountStatement = defineStatement(
  "image_store_owner",
  "select account_id from memberships where store_id = $1 and role = 'owner'",
);

/**
 * Return the owner of a store's images in the queues: the account that owns the store. An account can have any number of stores.
 * Together, their images must not delay the images of other accounts more than the images of a single store would.
 */
async function findQueueOwner(db: Queryable, store: Store): Promise<string> {
  const row = await db.maybeOne<{ account_id: number }>(accountStatement, [store.id]);
  return row === undefined ? `store ${store.id}` : `account ${row.account_id}`;
}

/**
 * Fetch or read images, re-encode them and write them to storage, all or none. Call it before the transaction, because it uses
 * the network and takes time. A file that no record refers to within an hour is removed.
 * @throws ApiError `invalid` for each rejected `images.<n>`, or for `image` of an upload; `quota_exceeded`; `storage_full`
 */
export async function prepareImages(
  intake: ImageIntake,
  database: Database,
  { store, source }: { store: Store; source: ImageSource },
): Promise<NewImage[]> {
  const owner = await findQueueOwner(database, store);
  const pendingResults =
    "urls" in source
      ? source.urls.map((url) => fetchImage(intake, owner, url))
      : [processImageFile(intake, owner, source.file)];
  const outcomes = await Promise.allSettled(pendingResults);
  const results = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const preparedImages = results.flatMap((result) => (result.ok ? [result.image] : []));
  try {
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    const fields = toFieldErrors(results, "urls" in source);
    if (fields.length > 0) throwApiError("invalid", { fields });
    return await storeImages(intake, database, {
      store,
      preparedImages,
      title: "urls" in source ? "" : source.title,
    });
  } finally {
    for (const { file } of preparedImages) await rm(file, { force: true });
  }
}

function toFieldErrors(results: readonly ImageIntakeResult[], isNumbered: boolean): FieldError[] {
  return results.flatMap((result, index) =>
    result.ok ? [] : [{ path: isNumbered ? `images.${index}` : "image", ...result.problem }],
  );
}

async function storeImages(
  { storage, random }: ImageIntake,
  database: Database,
  { store, preparedImages, title }: { store: Store; preparedImages: readonly PreparedImage[]; title: string },
): Promise<NewImage[]> {
  const images = preparedImages.map(({ extension, width, height, size }) => {
    // The random path makes the URL unguessable, so an image that is not published yet stays private.
    const path = `/products/${store.id}/${random(24)}.${extension}`;
    return { path, title, width, height, size };
  });
  if (images.length === 0) return [];
  const paths = images.map(({ path }) => path);
  await registerPendingFiles(database, store.id, images);
  try {
    for (const [index, { file, type }] of preparedImages.entries())
      await storage.put(paths[index] ?? "", { file }, type);
  } catch (error) {
    // If this fails too, the files are removed after an hour.
    await scheduleFileRemovals(database, store.id, { paths }).catch(() => undefined);
    throw error;
  }
  return images;
}
