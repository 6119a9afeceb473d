/** More than the largest payload of the platform. */
export const largestBody = 8 * 1024 * 1024;

/** The exact bytes of a request; null when they are more than `largestBody`. */
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
