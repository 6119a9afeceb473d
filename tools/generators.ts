import { generateConfiguration } from "./configuration.ts";
import { generateDocumentStates } from "./document-states.ts";
import { generateDatabaseFiles } from "./dump-schema.ts";
import { generateOpenapi } from "./openapi.ts";

/** Makes files from a source of truth; the answer maps a path from the root to the file's whole text. */
export type Generator = () => Promise<Map<string, string>>;

/** Every generator of the project. A new one is a line here; its files are named `*.generated.*` or stand in docs/reference/. */
export const generators: Generator[] = [
  generateConfiguration,
  generateDatabaseFiles,
  generateDocumentStates,
  generateOpenapi,
];
