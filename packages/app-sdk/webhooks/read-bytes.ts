/** The maximum size of a body in bytes. It is more than the platform's largest payload. */
export const maxBodyBytes = 8 * 1024 * 1024;

/** Read the exact bytes of a request's body; null if there are more than `maxBodyBytes`. */
export async function readBytes(request: Request): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
