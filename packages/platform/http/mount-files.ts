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
import type { RequestClient } from "../infrastructure/routing/actor.ts";
import {
  type FileLinks,
  type FileStorage,
  type FileType,
  getFileType,
  isStoragePath,
} from "../infrastructure/storage/index.ts";
import { parseRange } from "./byte-range.ts";

/** What the files host needs to serve files. */
export interface FilesHost {
  storage: FileStorage;
  links: FileLinks;
  renditions: Renditions;
  /** Record that somebody downloads a file that is only for the merchant. */
  recordDownload(path: string, client: RequestClient): Promise<void>;
}

/** A requested file, with its path in the storage. */
interface RequestedFile {
  path: string;
  fileType: FileType;
}

/** Headers of every file, so that a browser runs no scripts of a file that it opens. */
const fileHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "accept-ranges": "bytes",
};

/**
 * Serve stored files on a separate host, from the disk or from a bucket. The file at a path never changes, so
 * browsers may cache an image forever. With `?width=`, an image is returned in one of four widths.
 */
export function mountFiles(server: FastifyInstance, host: FilesHost): void {
  server.route({
    method: ["GET", "HEAD"],
    url: "/*",
    constraints: { surface: "files" },
    handler: async (request, reply) => serveFile(request, reply, host),
  });
}

async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  host: FilesHost,
): Promise<FastifyReply> {
  const { path, fileType } = await findFile(request, host);
  reply.headers({ ...fileHeaders, "content-type": fileType.type, ...buildCacheHeaders(fileType) });
  const etag = computeEtag(path);
  reply.header("etag", etag);
  if (fileType.audience === "everybody" && matchesEtag(request.headers["if-none-match"], etag))
    return reply.code(304).send();
  if (fileType.audience === "merchant" && startsDownload(request))
    await host.recordDownload(path, {
      client_address: request.ip,
      user_agent: request.headers["user-agent"] ?? "",
      request_id: request.id,
    });
  return sendFile(request, reply, { path, etag, storage: host.storage });
}

/** Return whether a request starts a download, rather than continuing one from the middle of the file. */
function startsDownload({ method, headers: { range } }: FastifyRequest): boolean {
  return method === "GET" && (range === undefined || /^bytes=0*-/.test(range));
}

/**
 * Find the requested file. If it is a resized image, render it unless it is already stored.
 * @throws ApiError `not_found`
 */
async function findFile(request: FastifyRequest, { links, renditions }: FilesHost): Promise<RequestedFile> {
  // The router accepts some paths that are not valid URLs, for example `//[`.
  const { pathname, searchParams } = URL.parse(request.url, "http://files") ?? throwFileNotFound();
  const path = decodePath(pathname);
  const fileType = path === null || !isStoragePath(path) ? undefined : getFileType(path);
  if (path === null || fileType === undefined || path.startsWith(renditionsFolder))
    return throwFileNotFound();
  // guard export-link: without it, exports.test.ts fails at `the link to an export's file expires after five minutes`
  if (fileType.audience === "merchant" && !links.isValid(path, searchParams)) throwLinkInvalid();
  const requestedWidth = searchParams.get("width");
  if (requestedWidth === null || fileType.audience !== "everybody") return { path, fileType };
  const width =
    renditionWidths.find((allowedWidth) => String(allowedWidth) === requestedWidth) ?? throwFileNotFound();
  const renditionPath = (await renditions.getOrRender(path, width as RenditionWidth)) ?? throwFileNotFound();
  return { path: renditionPath, fileType: { type: "image/webp", audience: "everybody" } };
}

function throwFileNotFound(): never {
  throwApiError("not_found", { message: "This file does not exist." });
}

function throwLinkInvalid(): never {
  throwApiError("not_found", {
    message:
      "This link is invalid or has expired. Get a new link where you got this one, for example in Exports.",
  });
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function buildCacheHeaders({ audience }: FileType): Record<string, string> {
  return audience === "everybody"
    ? { "cache-control": "public, max-age=31536000, immutable" }
    : { "cache-control": "private, no-store", "content-disposition": "attachment" };
}

/** Compute the ETag from the path alone, because the file at a path never changes. */
function computeEtag(path: string): string {
  return `"${createHash("sha256").update(path).digest("base64url").slice(0, 22)}"`;
}

function matchesEtag(header = "", etag: string): boolean {
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, etag, storage }: { path: string; etag: string; storage: FileStorage },
): Promise<FastifyReply> {
  const { range: rangeHeader, "if-range": ifRange } = request.headers;
  const isRangeRequest = rangeHeader !== undefined && (ifRange === undefined || ifRange === etag);
  if (!isRangeRequest && request.method === "GET") {
    const file = (await storage.read(path)) ?? throwFileNotFound();
    return reply.header("content-length", file.bytes).send(file.stream);
  }
  const size = (await storage.getSize(path)) ?? throwFileNotFound();
  const requestedRange = parseRange(isRangeRequest ? rangeHeader : undefined, size);
  if (requestedRange.kind === "outside") {
    return reply.code(416).header("content-range", `bytes */${size}`).send();
  }
  const { first, last } =
    requestedRange.kind === "part" ? requestedRange.range : { first: 0, last: size - 1 };
  if (requestedRange.kind === "part")
    reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  reply.header("content-length", last - first + 1);
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const file =
    (await storage.read(path, requestedRange.kind === "part" ? requestedRange.range : undefined)) ??
    throwFileNotFound();
  return reply.send(file.stream);
}
