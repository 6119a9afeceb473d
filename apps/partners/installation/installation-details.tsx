import { Code } from "@mantine/core";
import { isScope, scopes as scopeDescriptions } from "@souk/contract";
import { KeyValues, Section, Timestamp } from "@souk/ui";
import type { AppInstallation } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./installation-details.module.css";

const words = texts.installation.installation;

/** Show an installation's store, dates and granted scopes. */
export function InstallationDetails({ installation }: { installation: AppInstallation }) {
  const { shop, installed_at, uninstalled_at, token_last_used_at, scopes } = installation;
  const uninstalledRow = [words.uninstalled, <Timestamp key="until" at={uninstalled_at} absolute />] as const;
  return (
    <Section title={words.details}>
      <KeyValues
        items={[
          [words.store, shop],
          [words.installed, <Timestamp key="since" at={installed_at} absolute />],
          ...(uninstalled_at === null ? [] : [uninstalledRow]),
          [
            words.tokenLastUsed,
            token_last_used_at === null ? words.never : <Timestamp key="used" at={token_last_used_at} />,
          ],
          [words.scopes, <Scopes key="scopes" scopes={scopes} />],
        ]}
      />
    </Section>
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return <span>{words.noScopes}</span>;
  return (
    <ul className={styles["scopes"]}>
      {scopes.map((scope) => (
        <li key={scope}>
          {isScope(scope) && `${scopeDescriptions[scope]} `}
          <Code>{scope}</Code>
        </li>
      ))}
    </ul>
  );
}
