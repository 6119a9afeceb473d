import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Parcel } from "./parcel.ts";

/** Storage of all parcels on the disk. */
export interface ParcelStore {
  /** List the parcels of all stores, in the order of booking. */
  list(): readonly Parcel[];
  /** Return the parcel with this number; undefined if it does not exist. */
  find(number: string): Parcel | undefined;
  /** Save a new or changed parcel. `list` and `find` return it after it is written to the disk. */
  save(parcel: Parcel): Promise<void>;
  /** Delete all parcels of a store. */
  deleteStoreParcels(shop: string): Promise<void>;
}

const extension = ".json";

/**
 * Open the storage of parcels in a directory, which has a folder for each store with a file for each parcel. Only one process may use
 * the directory at a time.
 * @param directory is created if it does not exist
 */
export async function openParcelStore(directory: string): Promise<ParcelStore> {
  const parcels = new Map((await readAllParcels(directory)).map((parcel) => [parcel.number, parcel]));
  return {
    list: () => [...parcels.values()],
    find: (number) => parcels.get(number),
    save: async (parcel) => {
      const folder = join(directory, parcel.shop);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const temporaryPath = join(folder, parcel.number);
      // The file is written under another name and then renamed, so that a crash leaves the complete old or new file.
      await writeFile(temporaryPath, JSON.stringify(parcel), { mode: 0o600, flush: true });
      await rename(temporaryPath, `${temporaryPath}${extension}`);
      parcels.set(parcel.number, parcel);
    },
    deleteStoreParcels: async (shop) => {
      await rm(join(directory, shop), { recursive: true, force: true });
      for (const parcel of parcels.values()) if (parcel.shop === shop) parcels.delete(parcel.number);
    },
  };
}

async function readAllParcels(directory: string): Promise<Parcel[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = await readdir(directory, { recursive: true });
  const paths = names.filter((name) => name.endsWith(extension)).map((name) => join(directory, name));
  const parcels = await Promise.all(
    paths.map(async (path) => JSON.parse(await readFile(path, "utf8")) as Parcel),
  );
  return parcels.sort((parcel, other) => parcel.booked_at.localeCompare(other.booked_at));
}
