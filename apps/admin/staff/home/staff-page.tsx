import { type Figure, Figures, formatNumber, PageFrame, Section, useAdminConsole, usePlace } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import type { TargetKind } from "../records.ts";
import { strings } from "../strings.ts";
import { ActionsTable } from "./actions-table.tsx";

/** How many there are of everything, how many are suspended, and what staff did lately. */
export function StaffPage() {
  const { title, lead } = strings.home;
  const { page, go } = usePlace([]);
  const figures = [
    useFigure("partner", { label: strings.partners.title, to: "/staff/partners" }),
    useFigure("app", { label: strings.apps.title, to: "/staff/apps" }),
    useFigure("store", { label: strings.stores.title, to: "/staff/stores" }),
  ];
  return (
    <PageFrame title={title} lead={lead} wide>
      <Figures figures={figures} />
      <Section title={strings.actions.title} lead={strings.actions.lead}>
        <ActionsTable page={page} onPage={(to, how) => go({ page: to }, how)} />
      </Section>
    </PageFrame>
  );
}

function useCount(kind: TargetKind, suspended?: true) {
  const admin = useAdminConsole();
  const { list } = { partner: admin.staff_partners, app: admin.staff_apps, store: admin.staff_stores }[kind];
  const query = { limit: 1, ...(suspended ? { suspended } : {}) };
  return useQuery({
    queryKey: ["staff", "count", kind, suspended ?? false],
    queryFn: async ({ signal }) => (await list({ query, signal })).total_count,
  }).data;
}

function useFigure(kind: TargetKind, { label, to }: { label: string; to: string }): Figure {
  const all = useCount(kind);
  const suspended = useCount(kind, true);
  const { none, suspended: some } = strings.home;
  return {
    label,
    to,
    value: all === undefined ? "–" : formatNumber(all),
    note: suspended === undefined ? "…" : suspended === 0 ? none : some(formatNumber(suspended)),
  };
}
