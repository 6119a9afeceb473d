const steps = ["B", "KB", "MB", "GB"] as const;

/** A number of bytes as people say it: 1,536 is "1.5 KB". */
export function sizeWords(bytes: number): string {
  let left = bytes;
  let step = 0;
  while (left >= 1024 && step < steps.length - 1) {
    left /= 1024;
    step += 1;
  }
  return `${left >= 10 || step === 0 ? Math.round(left) : left.toFixed(1)} ${steps[step]}`;
}
