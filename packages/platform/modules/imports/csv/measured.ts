/** The bytes of a stream, and how many of them were read. */
export interface MeasuredBytes {
  bytes: AsyncIterable<Buffer>;
  read(): number;
}

/** Counts what is read of a stream. */
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
