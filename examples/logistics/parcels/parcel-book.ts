import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Parcel } from "./parcel.ts";

/** Store of all parcels, kept across restarts. */
export interface ParcelBook {
  /** List the parcels of all stores, in the order of booking. */
  all(): readonly Parcel[];
  find(number: string): Parcel | undefined;
  /** Save a new or changed parcel; others see it once it is on the disk. */
  save(parcel: Parcel): Promise<void>;
  /** Delete all parcels of a store. */
  forget(shop: string): Promise<void>;
}

const ending = ".json";

/**
 * Open the parcel book of a folder: a file for each parcel, below a folder for each store. Only one process
 * may write it.
 * @param directory created with the first parcel
 */
export async function openParcelBook(directory: string): Promise<ParcelBook> {
  const parcels = new Map((await readAll(directory)).map((parcel) => [parcel.number, parcel]));
  return {
    all: () => [...parcels.values()],
    find: (number) => parcels.get(number),
    save: async (parcel) => {
      const folder = join(directory, parcel.shop);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, parcel.number);
      // Written whole and then put in place: a crash leaves the old file or the new one.
      await writeFile(path, JSON.stringify(parcel), { mode: 0o600, flush: true });
      await rename(path, `${path}${ending}`);
      parcels.set(parcel.number, parcel);
    },
    forget: async (shop) => {
      await rm(join(directory, shop), { recursive: true, force: true });
      for (const parcel of parcels.values()) if (parcel.shop === shop) parcels.delete(parcel.number);
    },
  };
}

async function readAll(directory: string): Promise<Parcel[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = await readdir(directory, { recursive: true });
  const paths = names.filter((name) => name.endsWith(ending)).map((name) => join(directory, name));
  const parcels = await Promise.all(
    paths.map(async (path) => JSON.parse(await readFile(path, "utf8")) as Parcel),
  );
  return parcels.sort((parcel, other) => parcel.booked_at.localeCompare(other.booked_at));
}
