import { renderConfigurationReference } from "@souk/platform";
import { generateDatabaseFiles } from "./dump-schema.ts";
import { generateOpenapi } from "./openapi.ts";
import { generateSecurityEventKinds } from "./security-event-kinds.ts";
import { generateStatesPage } from "./states-page.ts";

/** Generates files from their source. The result maps the path of each file, from the root, to its text. */
export type Generator = () => Promise<Map<string, string>>;

/**
 * All generators of the project. A new generator must be added here. The files it creates must be named `*.generated.*`
 * or be in docs/reference/.
 */
export const generators: Generator[] = [
  generateConfiguration,
  generateDatabaseFiles,
  generateOpenapi,
  generateSecurityEventKinds,
  generateStatesPage,
];

/** Generate docs/reference/configuration.md, the table of environment variables. @returns a map from the path to the text */
async function generateConfiguration(): Promise<Map<string, string>> {
  return new Map([["docs/reference/configuration.md", renderConfigurationReference()]]);
}
