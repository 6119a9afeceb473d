import type { Queryable } from "@souk/database";
import { quotas } from "../../../infrastructure/quotas/index.ts";
import { type DiskSpace, getDiskReserve } from "../../../infrastructure/storage/index.ts";
import type { HealthDeps, Part } from "./health-deps.ts";

type LargestStore = Part<"disk">["largest_stores"][number];

/** How much space the files of the stores use. */
interface FileUsage {
  file_bytes: number;
  largest_stores: LargestStore[];
}

/** How long the usage of the files is reused. */
const usageValidMs = 60_000;

// resource_counts has a few rows for each store. All of them are read, so the result is used for a minute.
const usageText = `
  with used as materialized (
    select store_id, sum(delta)::bigint as bytes from resource_counts where resource = 'file_bytes' group by store_id)
  select coalesce((select sum(bytes) from used), 0)::bigint as file_bytes, coalesce((
    select json_agg(json_build_object('id', store.id, 'handle', store.handle, 'name', store.name, 'file_bytes', largest.bytes)
      order by largest.bytes desc, store.id)
    from (select * from used where bytes > 0 order by bytes desc, store_id limit 10) largest
      join stores store on store.id = largest.store_id), '[]') as largest_stores`;

/**
 * Create the function that describes the disk of this process, and how much of it the files of the stores use. The created function
 * throws if `space` is null, which means that the disk space could not be read.
 */
export function createDiskReader({
  storage,
  fileQuota,
}: Pick<HealthDeps, "storage" | "fileQuota">): (
  tx: Queryable,
  now: Date,
  space: DiskSpace | null,
) => Promise<Part<"disk">> {
  let lastReading: { at: number; usage: FileUsage } | null = null;
  return async (tx, now, space) => {
    if (space === null) throw new Error("The disk space could not be read.");
    const { size, free } = space;
    if (lastReading === null || now.getTime() - lastReading.at >= usageValidMs)
      lastReading = { at: now.getTime(), usage: await tx.one<FileUsage>(usageText) };
    return {
      storage,
      size_bytes: size,
      free_bytes: free,
      reserve_bytes: Math.ceil(getDiskReserve(size)),
      quota_bytes: fileQuota ?? quotas.file_bytes.max,
      ...lastReading.usage,
    };
  };
}
