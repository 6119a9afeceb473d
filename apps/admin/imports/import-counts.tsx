import { Figures, formatNumber, Section } from "@souk/ui";
import type { Import } from "./import-queries.ts";
import { resourceWords } from "./resource-words.ts";
import { strings } from "./strings.ts";

type Counts = NonNullable<Import["check"]>;

const order = ["created", "updated", "unchanged", "failed", "errors"] as const;

interface ImportCountsProps {
  record: Import;
  title: string;
  counts: Counts;
}

/** What an import would do or has done, in numbers. */
export function ImportCounts({ record, title, counts }: ImportCountsProps) {
  const figures = [
    { label: resourceWords[record.resource].records, value: formatNumber(counts.records) },
    ...order.map((name) => ({ label: strings.counts[name], value: formatNumber(counts[name]) })),
  ];
  return (
    <Section title={title}>
      <Figures figures={figures} />
    </Section>
  );
}
