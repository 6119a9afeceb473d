import { formatNumber } from "@souk/ui/i18n";
import { texts } from "../texts.ts";

const steps = ["bytes", "kilobytes", "megabytes", "gigabytes"] as const;

/** Write a number of bytes in the largest unit that fits: 1,536 is "1.5 KB". */
export function sizeWords(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), steps.length - 1);
  const size = bytes / 1024 ** step;
  const digits = size >= 10 || step === 0 ? 0 : 1;
  return texts.common.sizes[steps[step] ?? "bytes"]({ size: formatNumber(size, digits) });
}
