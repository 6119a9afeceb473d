import { formatNumber } from "@souk/ui/i18n";
import { texts } from "../texts.ts";

const units = ["bytes", "kilobytes", "megabytes", "gigabytes"] as const;

/** Format a number of bytes in the largest unit that makes the number at least 1: 1,536 becomes "1.5 KB". */
export function formatFileSize(bytes: number): string {
  const unitIndex = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const size = bytes / 1024 ** unitIndex;
  const fractionDigits = size >= 10 || unitIndex === 0 ? 0 : 1;
  return texts.common.sizes[units[unitIndex] ?? "bytes"]({ size: formatNumber(size, fractionDigits) });
}
