import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";

const folder = join(import.meta.dirname, "../public");

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Send one of the page's files. @param name without any folder */
export async function sendAsset(reply: ServerResponse, name: string): Promise<void> {
  const bytes = await readFile(join(folder, name)).catch(() => null);
  if (bytes === null) {
    reply.writeHead(404).end();
    return;
  }
  reply.writeHead(200, {
    "content-type": types[extname(name)] ?? "application/octet-stream",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  reply.end(bytes);
}
