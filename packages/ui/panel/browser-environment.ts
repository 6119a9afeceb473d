import type { Send } from "@souk/client";
import type { Wait } from "./send.ts";

/** Send a request with the browser's fetch. Cookies are sent only to the panel's own origin. */
export const browserSend: Send = (url, init) =>
  fetch(url, { ...init, credentials: "same-origin", redirect: "error" });

/** Return a random fraction from 0 up to, not including, 1. */
export function browserRandom(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value / 2 ** 32;
}

/**
 * Create a sender that reports the progress of an upload, which fetch does not offer.
 * @param onProgress called with the sent fraction, from 0 to 1
 */
export const createUploadSend =
  (onProgress: (fraction: number) => void): Send =>
  (url, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
      request.onload = () => resolve(readResponse(request));
      request.onerror = () => reject(new Error("The upload got no response."));
      request.onabort = () => reject(new Error("The upload was canceled."));
      signal?.addEventListener("abort", () => request.abort());
      request.send(body instanceof Blob || typeof body === "string" ? body : null);
    });

function readResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return new Response(request.responseText, {
    status: request.status,
    headers: headers.filter(([name]) => name !== ""),
  });
}

/** Return the browser's time, in milliseconds since 1970. */
export const getBrowserTime = (): number => Date.now();

/** Wait with a browser timer. Rejects if the signal is aborted. */
export const browserWait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("The request was canceled."));
    });
  });

/** Create a random unique key. */
export function createRandomKey(): string {
  return crypto.randomUUID();
}
