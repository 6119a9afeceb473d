import { formatNumber } from "@souk/ui";
import { texts } from "../../texts.ts";

const units = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** Format a number of bytes in the largest unit that makes the number at least 1: 1,536 becomes "1.5 KiB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return texts.staff.health.sizes[units[power] ?? "B"]({
    size: formatNumber(size, power === 0 || size >= 100 ? 0 : 1),
  });
}
