import { rm } from "node:fs/promises";
import { type FieldError, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { announceFiles } from "../../../storage/index.ts";
import type { NewImage } from "./image-store.ts";
import {
  type GoodPicture,
  type PictureIntake,
  type TakenPicture,
  takeAddress,
  takeFile,
} from "./picture-intake.ts";

/** Where pictures come from: addresses, or one file of this machine. */
export type PictureSource = { urls: readonly string[] } | { file: string; title: string };

/**
 * Takes pictures in and puts them into the storage, all of them or none: for before a transaction, since it goes over the
 * network and takes its time. Those that no record keeps within an hour are taken away again.
 * @throws Refusal invalid naming each `images.<n>` that cannot be taken, or `image` for an upload
 */
export async function prepareImages(
  intake: PictureIntake,
  run: Queryable,
  { store, source }: { store: Store; source: PictureSource },
): Promise<NewImage[]> {
  const taking =
    "urls" in source ? source.urls.map((url) => takeAddress(intake, url)) : [takeFile(intake, source.file)];
  const settled = await Promise.allSettled(taking);
  const taken = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const pictures = taken.flatMap((one) => (one.ok ? [one.picture] : []));
  try {
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    const fields = faultsOf(taken, "urls" in source);
    if (fields.length > 0) refuse("invalid", { fields });
    return await putAway(intake, run, { store, pictures, title: "urls" in source ? "" : source.title });
  } finally {
    for (const { file } of pictures) await rm(file, { force: true });
  }
}

function faultsOf(taken: readonly TakenPicture[], numbered: boolean): FieldError[] {
  return taken.flatMap((one, index) =>
    one.ok ? [] : [{ path: numbered ? `images.${index}` : "image", message: one.message }],
  );
}

async function putAway(
  { storage, random }: PictureIntake,
  run: Queryable,
  { store, pictures, title }: { store: Store; pictures: readonly GoodPicture[]; title: string },
): Promise<NewImage[]> {
  const images = pictures.map(({ extension, width, height }) => {
    // Nobody can guess the address of a picture that no page shows yet.
    const path = `/products/${store.id}/${random(24)}.${extension}`;
    return { path, title, width, height };
  });
  if (images.length === 0) return [];
  const paths = images.map(({ path }) => path);
  await announceFiles(run, store.id, paths);
  for (const [index, { file, type }] of pictures.entries())
    await storage.put(paths[index] ?? "", { file }, type);
  return images;
}
