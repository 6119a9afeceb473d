import { formatNumber, Metrics, Section } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Import } from "./import-queries.ts";

type Counts = NonNullable<Import["check"]>;

const countNames = ["created", "updated", "unchanged", "failed", "errors"] as const;

interface ImportCountsProps {
  record: Import;
  title: string;
  counts: Counts;
}

/** Show the counts of an import's records, changes and errors, from its check or from its result. */
export function ImportCounts({ record, title, counts }: ImportCountsProps) {
  const metrics = [
    { label: texts.imports.resources[record.resource].records, value: formatNumber(counts.records) },
    ...countNames.map((name) => ({ label: texts.imports.counts[name], value: formatNumber(counts[name]) })),
  ];
  return (
    <Section title={title}>
      <Metrics metrics={metrics} />
    </Section>
  );
}
