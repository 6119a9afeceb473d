/** The bytes of a stream, with the number of bytes read so far. */
export interface CountedBytes {
  bytes: AsyncIterable<Buffer>;
  getByteCount(): number;
}

/** Wrap a stream, and count the bytes that are read from it. */
export function countBytes(stream: AsyncIterable<Buffer>): CountedBytes {
  let count = 0;
  async function* readAndCount(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      count += chunk.length;
      yield chunk;
    }
  }
  return { bytes: readAndCount(), getByteCount: () => count };
}
