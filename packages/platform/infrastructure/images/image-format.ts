import { open } from "node:fs/promises";

/** The accepted image types. */
export type ImageFormat = "png" | "jpeg" | "webp" | "gif";

/** The first bytes of files of each type, in hexadecimal. `.` matches any digit. */
const signatures: readonly [ImageFormat, RegExp][] = [
  ["png", /^89504e470d0a1a0a/],
  ["jpeg", /^ffd8ff/],
  ["gif", /^474946383[79]61/],
  ["webp", /^52494646.{8}57454250/],
];

/**
 * Detect a file's image type by its first bytes, because its name and content type are not trusted. Returns null if the
 * first bytes are not those of an accepted type.
 */
export async function detectFormat(path: string): Promise<ImageFormat | null> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const start = buffer.subarray(0, bytesRead).toString("hex");
    return signatures.find(([, signature]) => signature.test(start))?.[0] ?? null;
  } finally {
    await file.close();
  }
}
