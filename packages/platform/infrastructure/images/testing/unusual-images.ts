import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Build a PNG file of a few kilobytes whose header declares this size. @param rows how many rows of pixels it contains */
export function createPngBomb(width: number, height: number, { rows = height } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, grayscale, not interlaced.
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    buildChunk("IHDR", header),
    buildChunk("IDAT", data),
    buildChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Build a GIF animation whose header and frames declare this size. Each frame contains the data of one pixel only. */
export function createGif(width: number, height: number, frames: number): Buffer {
  const screenDescriptor = Buffer.from([
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
  ]);
  const imageDescriptor = Buffer.from([
    0x2c,
    0,
    0,
    0,
    0,
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0,
  ]);
  // The compressed data of one pixel.
  const frame = Buffer.concat([imageDescriptor, Buffer.from([2, 2, 0x4c, 1, 0])]);
  const allFrames = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from("GIF89a"), screenDescriptor, ...allFrames, Buffer.from([0x3b])]);
}

/** Build an image whose left half is red and whose right half is blue. */
export function createTwoColorImage(width: number, height: number): ReturnType<typeof sharp> {
  const half = { width: Math.floor(width / 2), height, channels: 3, background: "#e02020" } as const;
  return sharp({ create: { width, height, channels: 3, background: "#2040e0" } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ]);
}
