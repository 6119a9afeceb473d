import type { Send } from "@souk/client";
import type { Wait } from "./send.ts";

/** Send a request with the browser's fetch: cookies are sent to the panel's own origin only. */
export const browserSend: Send = (url, init) =>
  fetch(url, { ...init, credentials: "same-origin", redirect: "error" });

/**
 * Upload a file and report the progress, which fetch does not offer.
 * @param onProgress called with the part that was sent, from 0 to 1
 */
export const browserUpload =
  (onProgress: (part: number) => void): Send =>
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
    const at = line.indexOf(":");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return new Response(request.responseText, {
    status: request.status,
    headers: headers.filter(([name]) => name !== ""),
  });
}

/** Return the browser's time, in milliseconds. */
export const browserNow = (): number => Date.now();

/** Wait in the browser. */
export const browserWait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("The request was canceled."));
    });
  });

/** Return a random unique key from the browser. */
export function randomKey(): string {
  return crypto.randomUUID();
}
