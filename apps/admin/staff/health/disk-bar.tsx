import { texts } from "../../texts.ts";
import type { StaffHealth } from "../records.ts";
import classes from "./disk-bar.module.css";
import { formatBytes } from "./format-bytes.ts";

const words = texts.staff.health.disk;

/** Show how a disk is used: files of stores, other data, free space, and the reserve, which is a part of the free space. */
export function DiskBar({ disk }: { disk: NonNullable<StaffHealth["disk"]> }) {
  const { storage, size_bytes, free_bytes, reserve_bytes, file_bytes } = disk;
  const usedBytes = size_bytes - free_bytes;
  const filesOnDisk = storage === "disk" ? Math.min(file_bytes, usedBytes) : 0;
  const reserve = Math.min(reserve_bytes, free_bytes);
  const pieces = [
    { id: "files", label: words.files, bytes: filesOnDisk },
    { id: "other", label: words.other, bytes: usedBytes - filesOnDisk },
    { id: "free", label: words.freeBeyondReserve, bytes: free_bytes - reserve },
    { id: "reserve", label: words.reserve, bytes: reserve },
  ].filter(({ bytes }) => bytes > 0);
  const label = words.chart({
    used: formatBytes(usedBytes),
    size: formatBytes(size_bytes),
    free: formatBytes(free_bytes),
  });
  return (
    <figure className={classes["figure"]}>
      <div className={classes["bar"]} role="img" aria-label={label}>
        {pieces.map(({ id, bytes }) => (
          <span key={id} data-piece={id} style={{ flexGrow: bytes / size_bytes }} />
        ))}
      </div>
      <figcaption>
        <ul className={classes["legend"]}>
          {pieces.map(({ id, label: name, bytes }) => (
            <li key={id}>
              <span className={classes["swatch"]} data-piece={id} aria-hidden />
              {name} {formatBytes(bytes)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
