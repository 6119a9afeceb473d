import { configurationReference } from "@souk/platform";

/** The committed table of environment variables, by path from the root. */
export async function generateConfiguration(): Promise<Map<string, string>> {
  return new Map([["docs/reference/configuration.md", configurationReference()]]);
}
