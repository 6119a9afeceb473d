import { hashSources } from "../hash-sources.ts";

/** The folders whose files a built panel depends on. */
const sourceFolders = [
  "apps/admin",
  "apps/partners",
  "packages/ui",
  "packages/client",
  "packages/contract",
  "packages/app-sdk/bridge",
  "tools/panels",
];

/** Hash the panels' sources and the versions of their build tools. */
export function hashPanelSources(): string {
  return hashSources(sourceFolders);
}
