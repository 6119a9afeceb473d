import type { PageUrl } from "@souk/contract";
import {
  formatNumber,
  type Metric,
  Metrics,
  PageFrame,
  Section,
  useAdminConsole,
  useUrlState,
} from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { toStaffPage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import type { SuspendableKind } from "../records.ts";
import { ActionsTable } from "./actions-table.tsx";

/** Show the number of partners, apps and stores, how many of each are suspended, and the staff actions. */
export function StaffPage() {
  const { title } = texts.staff.home;
  const { page, goToPage } = useUrlState([]);
  const metrics = [
    useMetric("partner", { label: texts.staff.partners.title, to: toStaffPage("/partners") }),
    useMetric("app", { label: texts.staff.apps.title, to: toStaffPage("/apps") }),
    useMetric("store", { label: texts.staff.stores.title, to: toStaffPage("/stores") }),
  ];
  return (
    <PageFrame title={title} wide>
      <Metrics metrics={metrics} />
      <Section title={texts.staff.actions.title} lead={texts.staff.actions.lead}>
        <ActionsTable page={page} onPage={goToPage} />
      </Section>
    </PageFrame>
  );
}

/** Load the number of records of a kind that match a filter. Return undefined until it is loaded. */
function useCount(kind: SuspendableKind, filter: { suspended?: true } = {}) {
  const admin = useAdminConsole();
  const { list } = { partner: admin.staff_partners, app: admin.staff_apps, store: admin.staff_stores }[kind];
  const query = { limit: 1, ...filter };
  return useQuery({
    queryKey: ["staff", "count", kind, filter.suspended ?? false],
    queryFn: async ({ signal }) => (await list({ query, signal })).total_count,
  }).data;
}

function useMetric(kind: SuspendableKind, { label, to }: { label: string; to: PageUrl }): Metric {
  const totalCount = useCount(kind);
  const suspendedCount = useCount(kind, { suspended: true });
  const { none, suspended } = texts.staff.home;
  const getNote = () => {
    if (suspendedCount === undefined) return "…";
    return suspendedCount === 0 ? none : suspended({ count: formatNumber(suspendedCount) });
  };
  return {
    label,
    to,
    value: totalCount === undefined ? "–" : formatNumber(totalCount),
    note: getNote(),
  };
}
