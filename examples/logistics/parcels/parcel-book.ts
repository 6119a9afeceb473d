import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Parcel } from "./parcel.ts";

/** Every parcel, kept where a restart finds it again. */
export interface ParcelBook {
  /** Of all shops, in the order in which they were booked. */
  all(): readonly Parcel[];
  find(number: string): Parcel | undefined;
  /** Writes a new parcel, or what has become of one; it is there for others once it is on the disk. */
  save(parcel: Parcel): Promise<void>;
  /** Forgets all that a shop has sent. */
  forget(shop: string): Promise<void>;
}

const ending = ".json";

/**
 * Opens the book of a folder: a file for each parcel, below a folder for each shop. One process writes it.
 * @param directory made at the first parcel
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
  return parcels.sort((one, other) => one.booked_at.localeCompare(other.booked_at));
}
