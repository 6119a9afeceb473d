import { Code } from "@mantine/core";
import type { NotificationKind } from "@souk/contract";
import { Section } from "@souk/ui";
import { useMemo } from "react";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import { listVariables } from "./list-variables.ts";

/** Show the variables that can be used in an email, with their descriptions. */
export function VariablesCard({ kind }: { kind: NotificationKind }) {
  const variables = useMemo(() => listVariables(kind), [kind]);
  return (
    <Section title={texts.notifications.variables.title} lead={texts.notifications.variables.lead}>
      <dl className={classes["variables"]}>
        {variables.map(({ path, description }) => (
          <div key={path}>
            <dt>
              <Code>{path}</Code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
