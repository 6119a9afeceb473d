import { Code } from "@mantine/core";
import type { NotificationKind } from "@souk/contract";
import { Section } from "@souk/ui";
import { useMemo } from "react";
import classes from "./editor.module.css";
import { strings } from "./strings.ts";
import { variableList } from "./variable-list.ts";

/** What a mail can show, beside the words that show it. */
export function VariablesCard({ kind }: { kind: NotificationKind }) {
  const variables = useMemo(() => variableList(kind), [kind]);
  return (
    <Section title={strings.variables.title} lead={strings.variables.lead}>
      <dl className={classes["variables"]}>
        {variables.map(({ path, says }) => (
          <div key={path}>
            <dt>
              <Code>{path}</Code>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
