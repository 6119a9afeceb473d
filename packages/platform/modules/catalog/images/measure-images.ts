import { type Database, defineStatement } from "@souk/database";
import type { FileStorage } from "../../../infrastructure/storage/index.ts";
import type { Job } from "../../../runtime/housekeeping/index.ts";

/** The maximum number of images that one run reads. */
const maxRows = 1_000;
/** The maximum number of files whose size is requested from the storage at a time. */
const maxConcurrent = 8;

interface ImageRow {
  store_id: number;
  id: number;
  path: string;
  size: number;
}

const nextStatement = defineStatement(
  "images_to_measure",
  `select store_id, id, path, size from product_images where (store_id, id) > ($1::bigint, $2::bigint)
    order by store_id, id limit ${maxRows}`,
);

// No trigger counts the bytes of an updated image, so this statement counts them.
const saveStatement = defineStatement(
  "images_save_sizes",
  `with measured as (
      update product_images i set size = m.size
      from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as m (store_id, id, size)
      where i.store_id = m.store_id and i.id = m.id and i.size = 0 returning i.store_id, i.size)
    insert into resource_counts (store_id, resource, delta)
    select store_id, 'file_bytes', sum(size) from measured group by store_id having sum(size) > 0`,
);

/**
 * Create the job that stores the file sizes of images that an earlier release stored without a size, so that they count toward
 * their store's quota. Each run continues where the previous run ended. After the last image, the job does nothing.
 */
export function createMeasureJob(storage: Pick<FileStorage, "getSize">): Job {
  let lastImage = { store_id: 0, id: 0 };
  let isDone = false;
  return {
    name: "measure images",
    everyMs: 10_000,
    async run(database) {
      if (isDone) return;
      const rows = await database.many<ImageRow>(nextStatement, [lastImage.store_id, lastImage.id]);
      await measureImages(
        database,
        storage,
        rows.filter(({ size }) => size === 0),
      );
      lastImage = rows.at(-1) ?? lastImage;
      isDone = rows.length < maxRows;
    },
  };
}

async function measureImages(
  database: Database,
  storage: Pick<FileStorage, "getSize">,
  images: readonly ImageRow[],
): Promise<void> {
  const measuredImages: ImageRow[] = [];
  for (let start = 0; start < images.length; start += maxConcurrent)
    await Promise.all(
      images.slice(start, start + maxConcurrent).map(async (image) => {
        const size = await storage.getSize(image.path);
        // The size of a lost file is null.
        if (size !== null) measuredImages.push({ ...image, size });
      }),
    );
  if (measuredImages.length === 0) return;
  measuredImages.sort((a, b) => a.store_id - b.store_id || a.id - b.id);
  const storeIds = measuredImages.map(({ store_id }) => store_id);
  await database.query(saveStatement, [
    storeIds,
    measuredImages.map(({ id }) => id),
    measuredImages.map(({ size }) => size),
  ]);
}
