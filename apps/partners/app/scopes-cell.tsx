import { LongText } from "@souk/ui";
import { strings } from "../strings.ts";

/** The granted scopes by name, cut when there are many. */
export function ScopesCell({ scopes }: { scopes: readonly string[] }) {
  return scopes.length === 0 ? (
    <span>{strings.installations.noScopes}</span>
  ) : (
    <LongText text={scopes.join(", ")} most={48} />
  );
}
