import { Code } from "@mantine/core";
import type { NotificationKind } from "@souk/contract";
import { Section } from "@souk/ui";
import { useMemo } from "react";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import { variableList } from "./variable-list.ts";

/** Show the variables of an email, each beside the expression that renders it. */
export function VariablesCard({ kind }: { kind: NotificationKind }) {
  const variables = useMemo(() => variableList(kind), [kind]);
  return (
    <Section title={texts.notifications.variables.title} lead={texts.notifications.variables.lead}>
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
