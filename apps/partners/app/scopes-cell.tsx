import { LongText } from "@souk/ui";
import { texts } from "../texts.ts";

/** Show the granted scopes by name, shortened when there are many. */
export function ScopesCell({ scopes }: { scopes: readonly string[] }) {
  return scopes.length === 0 ? (
    <span>{texts.installations.noScopes}</span>
  ) : (
    <LongText text={scopes.join(", ")} maxLength={48} />
  );
}
