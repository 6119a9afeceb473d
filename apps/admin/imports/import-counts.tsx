import { Figures, formatNumber, Section } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Import } from "./import-queries.ts";

type Counts = NonNullable<Import["check"]>;

const order = ["created", "updated", "unchanged", "failed", "errors"] as const;

interface ImportCountsProps {
  record: Import;
  title: string;
  counts: Counts;
}

/** Show how many records an import would change or has changed. */
export function ImportCounts({ record, title, counts }: ImportCountsProps) {
  const figures = [
    { label: texts.imports.resources[record.resource].records, value: formatNumber(counts.records) },
    ...order.map((name) => ({ label: texts.imports.counts[name], value: formatNumber(counts[name]) })),
  ];
  return (
    <Section title={title}>
      <Figures figures={figures} />
    </Section>
  );
}
