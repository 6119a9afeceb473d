import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const pack = promisify(deflate);

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Each row as its difference from the one above (filter 2), which flat shapes and downward gradients make tiny. */
function filtered(pixels: Uint8Array, size: number): Buffer {
  const stride = size * 3;
  const out = Buffer.alloc((stride + 1) * size);
  for (let y = 0; y < size; y++) {
    const [from, to] = [y * stride, y * (stride + 1) + 1];
    out[to - 1] = 2;
    for (let x = 0; x < stride; x++) out[to + x] = (pixels[from + x] ?? 0) - (pixels[from + x - stride] ?? 0);
  }
  return out;
}

/** Writes a square of red, green and blue bytes as PNG (W3C PNG, third edition). */
export async function encodePng(pixels: Uint8Array, size: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a channel, true colour; the rest are the only methods there are.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = await pack(filtered(pixels, size));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ]);
}
