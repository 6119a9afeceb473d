import { Section } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { ActionsTable } from "../home/actions-table.tsx";
import type { TargetKind } from "../records.ts";

/** Show the actions that staff took on a partner, app, store or account. */
export function ActionsSection(target: { kind: TargetKind; id: number }) {
  const [page, setPage] = useState(1);
  return (
    <Section title={texts.staff.actions.about}>
      <ActionsTable target={target} page={page} onPage={setPage} />
    </Section>
  );
}
