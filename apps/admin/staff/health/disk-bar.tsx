import { texts } from "../../texts.ts";
import type { StaffHealth } from "../records.ts";
import classes from "./disk-bar.module.css";
import { formatBytes } from "./format-bytes.ts";

const words = texts.staff.health.disk;

/** Show how a disk is used: files of stores, other data, free space, and the reserve, which is a part of the free space. */
export function DiskBar({ disk }: { disk: NonNullable<StaffHealth["disk"]> }) {
  const { storage, size_bytes, free_bytes, reserve_bytes, file_bytes } = disk;
  const usedBytes = size_bytes - free_bytes;
  const fileBytesOnDisk = storage === "disk" ? Math.min(file_bytes, usedBytes) : 0;
  const freeReserveBytes = Math.min(reserve_bytes, free_bytes);
  const pieces = [
    { id: "files", label: words.files, bytes: fileBytesOnDisk },
    { id: "other", label: words.other, bytes: usedBytes - fileBytesOnDisk },
    { id: "free", label: words.freeBeyondReserve, bytes: free_bytes - freeReserveBytes },
    { id: "reserve", label: words.reserve, bytes: freeReserveBytes },
  ].filter(({ bytes }) => bytes > 0);
  const chartLabel = words.chart({
    used: formatBytes(usedBytes),
    size: formatBytes(size_bytes),
    free: formatBytes(free_bytes),
  });
  return (
    <figure className={classes["figure"]}>
      <div className={classes["bar"]} role="img" aria-label={chartLabel}>
        {pieces.map(({ id, bytes }) => (
          <span key={id} data-piece={id} style={{ flexGrow: bytes / size_bytes }} />
        ))}
      </div>
      <figcaption>
        <ul className={classes["legend"]}>
          {pieces.map(({ id, label, bytes }) => (
            <li key={id}>
              <span className={classes["swatch"]} data-piece={id} aria-hidden />
              {label} {formatBytes(bytes)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
