import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { throwApiError } from "@souk/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Renditions,
  type RenditionWidth,
  renditionsFolder,
  renditionWidths,
} from "../infrastructure/images/index.ts";
import {
  type FileStorage,
  type FileType,
  getFileType,
  isStoragePath,
} from "../infrastructure/storage/index.ts";
import { askedRange } from "./byte-range.ts";

export interface FilesHost {
  storage: FileStorage;
  renditions: Renditions;
}

/** A requested file: where it is stored, and its type. */
interface Asked {
  path: string;
  type: FileType;
}

/** Headers of the files host, where sessions and scripts are ignored; an opened file runs nothing. */
const headers = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "accept-ranges": "bytes",
};

/**
 * Serve stored files on their own host, wherever they are stored. A file never changes under its name, so
 * browsers may keep an image forever. `?width=` returns an image in one of four widths.
 */
export function mountFiles(server: FastifyInstance, host: FilesHost): void {
  server.route({
    method: ["GET", "HEAD"],
    url: "/*",
    constraints: { surface: "files" },
    handler: async (request, reply) => serve(request, reply, host),
  });
}

async function serve(request: FastifyRequest, reply: FastifyReply, host: FilesHost): Promise<FastifyReply> {
  const { path, type } = await find(request, host);
  reply.headers({ ...headers, "content-type": type.type, ...keeping(type) });
  const etag = computeEtag(path);
  reply.header("etag", etag);
  if (isKnown(request.headers["if-none-match"], etag)) {
    if (type.audience === "everybody") return reply.code(304).send();
  }
  return send(request, reply, { path, etag, storage: host.storage });
}

/**
 * Find the file that an address names, and make it first where it is a resized image. @throws ApiError
 * not_found
 */
async function find(request: FastifyRequest, { renditions }: FilesHost): Promise<Asked> {
  // Such as `//[`, which the router takes and which is no address.
  const { pathname, searchParams } = URL.parse(request.url, "http://files") ?? nothing();
  const path = decoded(pathname);
  const type = path === null || !isStoragePath(path) ? undefined : getFileType(path);
  if (path === null || type === undefined || path.startsWith(renditionsFolder)) return nothing();
  const asked = searchParams.get("width");
  if (asked === null || type.audience !== "everybody") return { path, type };
  const width = renditionWidths.find((allowedWidth) => String(allowedWidth) === asked) ?? nothing();
  const made = (await renditions.getPath(path, width as RenditionWidth)) ?? nothing();
  return { path: made, type: { type: "image/webp", audience: "everybody" } };
}

function nothing(): never {
  throwApiError("not_found", { message: "This page does not exist." });
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function keeping({ audience }: FileType): Record<string, string> {
  return audience === "everybody"
    ? { "cache-control": "public, max-age=31536000, immutable" }
    : { "cache-control": "private, no-store", "content-disposition": "attachment" };
}

/** Build the ETag of a path: a path names one content forever, so it identifies its version too. */
function computeEtag(path: string): string {
  return `"${createHash("sha256").update(path).digest("base64url").slice(0, 22)}"`;
}

function isKnown(header = "", etag: string): boolean {
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, etag, storage }: { path: string; etag: string; storage: FileStorage },
): Promise<FastifyReply> {
  const { range: header, "if-range": condition } = request.headers;
  const partly = header !== undefined && (condition === undefined || condition === etag);
  if (!partly && request.method === "GET") {
    const file = (await storage.read(path)) ?? nothing();
    return reply.header("content-length", file.bytes).send(file.stream);
  }
  const size = (await storage.getSize(path)) ?? nothing();
  const asked = askedRange(partly ? header : undefined, size);
  if (asked.kind === "outside") {
    return reply.code(416).header("content-range", `bytes */${size}`).send();
  }
  const { first, last } = asked.kind === "part" ? asked.range : { first: 0, last: size - 1 };
  if (asked.kind === "part") reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  reply.header("content-length", last - first + 1);
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const file = (await storage.read(path, asked.kind === "part" ? asked.range : undefined)) ?? nothing();
  return reply.send(file.stream);
}
