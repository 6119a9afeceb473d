/** A text of the maximum length of a product's description. */
export const longText = "z".repeat(65_000);

/** A template whose rendering takes almost as long as the time limit of templates allows. */
export const slowTemplate = "{% for a in (1..8000) %}{% assign b = a | plus: 1 %}{% endfor %}x";

/** A template whose output would be far larger than the size limit of templates allows. */
export const largeTemplate = `{% for a in (1..8000) %}{% for b in (1..8000) %}${"x".repeat(1_000)}{% endfor %}{% endfor %}`;

/** Build a GIF of 110 bytes that decodes to six images of 2,000 × 2,000 pixels. */
export function buildLargeGif(): Buffer {
  // The width and the height, each 2,000 as two bytes, the lower byte first.
  const size = [0xd0, 0x07, 0xd0, 0x07];
  const head = [...Buffer.from("GIF89a"), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const image = [0x2c, 0, 0, 0, 0, ...size, 0, 0x02, 0x02, 0x4c, 0x01, 0x00];
  return Buffer.from([...head, ...Array.from({ length: 6 }, () => image).flat(), 0x3b]);
}

/** Build the CSV of 20,000 products. */
export function buildCsv(): string {
  const rows = Array.from({ length: 20_000 }, (_, n) => `lamp-${n},Lamp ${n},SKU-${n},1.00`);
  return ["handle,title,sku,price", ...rows].join("\n");
}

/** Build a body of about 340 KiB that is valid JSON and is rejected at its last field. */
export function buildRejectedProduct(): object {
  const variants = Array.from({ length: 90 }, (_, n) => ({
    sku: `SKU-${n}`,
    option: longText.slice(0, 200),
  }));
  return { product: { title: "Lamp", body_html: longText.repeat(4), note: longText, variants, vendor: 1 } };
}

/** Build a body of almost 1 MiB that ends in the middle of a list, so that it is not valid JSON. */
export function buildUnreadableBody(): string {
  return `{"product":{"title":"Lamp","tags":[${'"a",'.repeat(240_000)}`;
}
