import { open } from "node:fs/promises";

/** The kinds of picture that are taken. */
export type PictureFormat = "png" | "jpeg" | "webp" | "gif";

/** How files of each kind begin, in hexadecimal; `.` is any digit. */
const beginnings: readonly [PictureFormat, RegExp][] = [
  ["png", /^89504e470d0a1a0a/],
  ["jpeg", /^ffd8ff/],
  ["gif", /^474946383[79]61/],
  ["webp", /^52494646.{8}57454250/],
];

/** Which kind of picture a file begins as; null for every other file. Nothing else, no name and no type, is believed. */
export async function formatOf(path: string): Promise<PictureFormat | null> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const start = buffer.subarray(0, bytesRead).toString("hex");
    return beginnings.find(([, shape]) => shape.test(start))?.[0] ?? null;
  } finally {
    await file.close();
  }
}
