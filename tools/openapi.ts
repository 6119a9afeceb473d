import { buildOpenapi } from "@souk/contract";

/** Generate the OpenAPI documents in docs/reference. @returns a map from each path to the text */
export async function generateOpenapi(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const version of ["3.0", "4.0"] as const) {
    files.set(
      `docs/reference/openapi-${version}.json`,
      `${JSON.stringify(buildOpenapi(version), null, 2)}\n`,
    );
  }
  return files;
}
