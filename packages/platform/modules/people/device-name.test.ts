import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDevice } from "./device-name.ts";

test("a device is named by its browser and its system", () => {
  const names: Readonly<Record<string, string>> = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15": "Safari on macOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile/15E148 Safari/604.1":
      "Chrome on iPhone",
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36":
      "Samsung Internet on Android",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36 Edg/131.0": "Edge on Windows",
    "Mozilla/5.0 (X11; Linux x86_64)": "Unknown browser on Linux",
    "curl/8.5.0": "Unknown device",
    "": "Unknown device",
  };
  for (const [userAgent, name] of Object.entries(names))
    assert.equal(describeDevice(userAgent), name, userAgent);
});
