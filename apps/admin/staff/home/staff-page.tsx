import type { PageAddress } from "@souk/contract";
import { type Figure, Figures, formatNumber, PageFrame, Section, useAdminConsole, usePlace } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { toStaffPage } from "../../page-addresses.ts";
import { texts } from "../../texts.ts";
import type { TargetKind } from "../records.ts";
import { ActionsTable } from "./actions-table.tsx";

/** Show how many partners, apps and stores exist, how many are suspended, and the latest staff actions. */
export function StaffPage() {
  const { title } = texts.staff.home;
  const { page, goToPage } = usePlace([]);
  const figures = [
    useFigure("partner", { label: texts.staff.partners.title, to: toStaffPage("/partners") }),
    useFigure("app", { label: texts.staff.apps.title, to: toStaffPage("/apps") }),
    useFigure("store", { label: texts.staff.stores.title, to: toStaffPage("/stores") }),
  ];
  return (
    <PageFrame title={title} wide>
      <Figures figures={figures} />
      <Section title={texts.staff.actions.title} lead={texts.staff.actions.lead}>
        <ActionsTable page={page} onPage={goToPage} />
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

function useFigure(kind: TargetKind, { label, to }: { label: string; to: PageAddress }): Figure {
  const all = useCount(kind);
  const suspended = useCount(kind, true);
  const { none, suspended: some } = texts.staff.home;
  return {
    label,
    to,
    value: all === undefined ? "–" : formatNumber(all),
    note: suspended === undefined ? "…" : suspended === 0 ? none : some({ count: formatNumber(suspended) }),
  };
}
