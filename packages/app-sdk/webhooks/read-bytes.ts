/** The largest accepted body in bytes, which is more than the platform's largest payload. */
export const largestBody = 8 * 1024 * 1024;

/** Read the exact bytes of a request; null when they are more than `largestBody`. */
export async function readBytes(request: Request): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > largestBody) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
