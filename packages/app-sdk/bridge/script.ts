// The plain script `app-bridge.js`: <script src="{admin origin}/app-bridge.js"></script> sets window.souk.
import { createSouk, type Souk } from "./souk.ts";

declare global {
  interface Window {
    souk: Souk;
  }
}

const script = document.currentScript;
window.souk = createSouk(window, {
  hostUrl: script instanceof HTMLScriptElement ? script.dataset.hostUrl : undefined,
});
