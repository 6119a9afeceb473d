import { LongText } from "@souk/ui";
import { texts } from "../texts.ts";

/** Show the names of the granted scopes. A long list is shortened. */
export function ScopesCell({ scopes }: { scopes: readonly string[] }) {
  return scopes.length === 0 ? (
    <span>{texts.installations.noScopes}</span>
  ) : (
    <LongText text={scopes.join(", ")} maxLength={48} />
  );
}
