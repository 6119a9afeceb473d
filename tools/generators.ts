import { configurationReference } from "@souk/platform";
import { generateDocumentStates } from "./document-states.ts";
import { generateDatabaseFiles } from "./dump-schema.ts";
import { generateOpenapi } from "./openapi.ts";

/** Generates files from a source of truth: the result maps a path from the root to the file's whole text. */
export type Generator = () => Promise<Map<string, string>>;

/**
 * Every generator of the project. A new one is a line here; its files are named `*.generated.*` or are in
 * docs/reference/.
 */
export const generators: Generator[] = [
  generateConfiguration,
  generateDatabaseFiles,
  generateDocumentStates,
  generateOpenapi,
];

/** Generate the committed table of environment variables, by path from the root. */
async function generateConfiguration(): Promise<Map<string, string>> {
  return new Map([["docs/reference/configuration.md", configurationReference()]]);
}
