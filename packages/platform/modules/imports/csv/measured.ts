/** The bytes of a stream, with the number of bytes read. */
export interface MeasuredBytes {
  bytes: AsyncIterable<Buffer>;
  read(): number;
}

/** Wrap a stream to count the bytes that are read. */
export function measured(stream: AsyncIterable<Buffer>): MeasuredBytes {
  let count = 0;
  async function* counting(): AsyncGenerator<Buffer> {
    for await (const part of stream) {
      count += part.length;
      yield part;
    }
  }
  return { bytes: counting(), read: () => count };
}
