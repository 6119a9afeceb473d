import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";

const folder = join(import.meta.dirname, "../public");

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Send a file from the folder `public`, or a 404 if it does not exist. @param name file name without a folder */
export async function sendAsset(reply: ServerResponse, name: string): Promise<void> {
  const bytes = await readFile(join(folder, name)).catch(() => null);
  if (bytes === null) {
    reply.writeHead(404).end();
    return;
  }
  reply.writeHead(200, {
    "content-type": contentTypes[extname(name)] ?? "application/octet-stream",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  reply.end(bytes);
}
