import { open } from "node:fs/promises";

/** The accepted image types. */
export type ImageFormat = "png" | "jpeg" | "webp" | "gif";

/** The first bytes of files of each type, in hexadecimal; `.` is any digit. */
const beginnings: readonly [ImageFormat, RegExp][] = [
  ["png", /^89504e470d0a1a0a/],
  ["jpeg", /^ffd8ff/],
  ["gif", /^474946383[79]61/],
  ["webp", /^52494646.{8}57454250/],
];

/**
 * Return the image type that a file's first bytes show; null for every other file. No name and no content
 * type is trusted.
 */
export async function detectFormat(path: string): Promise<ImageFormat | null> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const start = buffer.subarray(0, bytesRead).toString("hex");
    return beginnings.find(([, shape]) => shape.test(start))?.[0] ?? null;
  } finally {
    await file.close();
  }
}
