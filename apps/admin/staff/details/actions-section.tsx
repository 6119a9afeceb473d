import { Section } from "@souk/ui";
import { useState } from "react";
import { ActionsTable } from "../home/actions-table.tsx";
import type { TargetKind } from "../records.ts";
import { strings } from "../strings.ts";

/** What staff did about one partner, app or store. */
export function ActionsSection(about: { kind: TargetKind; id: number }) {
  const [page, setPage] = useState(1);
  return (
    <Section title={strings.actions.about}>
      <ActionsTable about={about} page={page} onPage={setPage} />
    </Section>
  );
}
