import { Figures, formatNumber, Section } from "@souk/ui";
import type { Import } from "./import-queries.ts";
import { strings } from "./strings.ts";

type Counts = NonNullable<Import["check"]>;

const order = ["records", "created", "updated", "unchanged", "failed", "errors"] as const;

/** What an import would do or has done, in numbers. */
export function ImportCounts({ title, counts }: { title: string; counts: Counts }) {
  const figures = order.map((name) => ({ label: strings.counts[name], value: formatNumber(counts[name]) }));
  return (
    <Section title={title}>
      <Figures figures={figures} />
    </Section>
  );
}
