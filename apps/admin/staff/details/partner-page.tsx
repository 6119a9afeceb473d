import {
  DataTable,
  EmptyState,
  formatNumber,
  KeyValues,
  PageFrame,
  QueryBoundary,
  Section,
  Timestamp,
  useAdminConsole,
} from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { toStaffPage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { useIdFromUrl } from "../../use-id-from-url.ts";
import { AppsTable } from "../lists/apps-table.tsx";
import type { StaffPartnerDetail } from "../records.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { SuspensionSection } from "../suspension/suspension-section.tsx";
import { ActionsSection } from "./actions-section.tsx";

const { columns } = texts.staff;
const words = texts.staff.partners;

function usePartner(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["staff", "partner", id],
    queryFn: ({ signal }) => admin.staff_partners.get({ params: { id }, signal }),
  });
}

type PartnerQuery = ReturnType<typeof usePartner>;

/** Show a partner: its members, its apps, its suspension and the staff actions on it. */
export function PartnerPage() {
  const query = usePartner(useIdFromUrl());
  const partner = query.data?.partner;
  return (
    <PageFrame
      title={partner?.name ?? words.loading}
      breadcrumbs={[{ label: words.title, to: toStaffPage("/partners") }]}
      {...(partner ? { badge: <StateBadge suspended={partner.suspended} /> } : {})}
      wide
    >
      <QueryBoundary query={query}>
        {(response) => <PartnerSections partner={response.partner} query={query} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function PartnerSections({ partner, query }: { partner: StaffPartnerDetail; query: PartnerQuery }) {
  const { id, name, suspended, member_count, app_count, created_at } = partner;
  return (
    <>
      <Section title={words.details}>
        <KeyValues
          items={[
            [columns.members, formatNumber(member_count)],
            [columns.apps, formatNumber(app_count)],
            [columns.created, <Timestamp key="at" at={created_at} absolute />],
          ]}
        />
      </Section>
      <SuspensionSection target={{ kind: "partner", id, name, textToType: name, suspended }} />
      <MembersSection query={query} />
      <Section title={words.apps}>
        <AppsTable
          query={query}
          rows={(response) => response.partner.apps}
          empty={<EmptyState title={words.noApps} />}
        />
      </Section>
      <ActionsSection kind="partner" id={id} />
    </>
  );
}

function MembersSection({ query }: { query: PartnerQuery }) {
  return (
    <Section title={words.members}>
      <DataTable
        label={words.members}
        query={query}
        rows={(response) => response.partner.members}
        getKey={({ account_id }) => account_id}
        empty={<EmptyState title={words.noMembers} />}
        columns={[
          { id: "name", header: columns.name, cell: ({ name }) => name },
          { id: "email", header: columns.email, cell: ({ email }) => email },
          { id: "role", header: columns.role, cell: ({ role }) => words.roles[role] },
        ]}
      />
    </Section>
  );
}
