import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";

/** A request from a page of the gallery to the fake API. */
export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  csrfToken: string | undefined;
  /** The Idempotency-Key. */
  idempotencyKey: string | undefined;
}

/** A response of the fake API. */
export interface GalleryResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface Gallery {
  origin: string;
  /** The folder with the built JavaScript and CSS files. */
  assets: string;
  requests: SentRequest[];
  /**
   * Set the responses to the next requests, and drop unused responses of earlier calls. All further requests get status 200 with
   * an empty object.
   */
  respondNext(...responses: GalleryResponse[]): void;
  close(): Promise<void>;
}

const galleryFolder = fileURLToPath(new URL("gallery/", import.meta.url));
const noncePlaceholder = "__SOUK_NONCE__";

const panelData = {
  session: {
    account: { id: 1, email: "aminah@kedai.example", name: "Aminah binti Rashid", is_staff: false },
    csrf_token: "csrf-of-the-session",
    expires_at: "2026-11-28T00:00:00.000Z",
  },
  store: {
    id: 1,
    handle: "kedai",
    name: "Kedai Kopi Jaya",
    domain: "kedai.souk.example",
    host_url: "https://kedai.souk.example",
    currency_code: "MYR",
    timezone: "Asia/Kuala_Lumpur",
    role: "owner",
    rights: [],
    suspended: null,
  },
  mode: "development",
  is_public_development: false,
  addresses: {
    admin: "https://admin.souk.example",
    partners: "https://partners.souk.example",
    files: "https://files.souk.example",
    docs: "https://partners.souk.example/docs",
    domain: "souk.example",
  },
};

/**
 * Build the content security policy that the platform sends with a panel
 * (packages/platform/http/page-headers.ts).
 */
function buildPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const mediaTypes: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" };

async function respondAsApi(
  gallery: Gallery,
  responses: GalleryResponse[],
  exchange: Exchange,
): Promise<void> {
  const { request, response, path } = exchange;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  gallery.requests.push({
    method: request.method ?? "",
    path,
    body: text === "" ? null : JSON.parse(text),
    csrfToken: request.headers["x-csrf-token"]?.toString(),
    idempotencyKey: request.headers["idempotency-key"]?.toString(),
  });
  const errorBody = {
    code: "internal",
    message: "Something went wrong on our side.",
    request_id: "req_01JD3W2S",
  };
  // The gallery page of loading and error states gets a fixed error, not one of the queued responses.
  const isStatesRequest = path.includes("/products.json");
  const { status, body, headers }: GalleryResponse = isStatesRequest
    ? { status: 500, body: { error: errorBody } }
    : (responses.shift() ?? { status: 200, body: {} });
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A request to the gallery, with its response. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
}

async function servePanel(folder: string, { response, path }: Exchange): Promise<void> {
  if (path.startsWith("/assets/")) {
    const type = mediaTypes[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(await readFile(join(folder, path)));
    return;
  }
  const nonce = randomBytes(16).toString("base64");
  const html = await readFile(join(folder, "index.html"), "utf8");
  const scheme = await readFile(join(galleryFolder, "../../theme/scheme-script.js"), "utf8");
  const schemeScript = `<script nonce="${nonce}">${scheme}</script>`;
  const dataBlock = `<script type="application/json" id="panel">${JSON.stringify(panelData)}</script>`;
  response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": buildPolicy(nonce),
    })
    .end(
      html
        .replaceAll(noncePlaceholder, nonce)
        .replace("<!--souk-panel-data-->", () => schemeScript + dataBlock),
    );
}

/** Build the gallery of all components and serve it with a fake API, as the platform serves a panel. */
export async function openGallery(): Promise<Gallery> {
  const folder = await mkdtemp(join(tmpdir(), "souk-gallery-"));
  await build({
    root: galleryFolder,
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    html: { cspNonce: noncePlaceholder },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
    },
  });
  const responses: GalleryResponse[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const exchange = { request, response, path };
    const isApi = path.includes("/api/");
    const responseSent = isApi ? respondAsApi(gallery, responses, exchange) : servePanel(folder, exchange);
    responseSent.catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gallery: Gallery = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    assets: join(folder, "assets"),
    requests: [],
    respondNext: (...nextResponses) => {
      responses.splice(0, responses.length, ...nextResponses);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
  return gallery;
}
