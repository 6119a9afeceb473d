import { Alert, Anchor } from "@mantine/core";
import { KeyValues, PageFrame, PageLink, QueryBoundary, Section, Timestamp, useAdminConsole } from "@souk/ui";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { toStaffPage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { useIdFromUrl } from "../../use-id-from-url.ts";
import { FulfillmentUrlsSection } from "../fulfillment-urls/fulfillment-urls-section.tsx";
import { getTargetPage, type StaffApp, type StaffAppDetail } from "../records.ts";
import { AppStateBadge } from "../suspension/state-badge.tsx";
import { SuspensionSection } from "../suspension/suspension-section.tsx";
import { ActionsSection } from "./actions-section.tsx";

const { columns } = texts.staff;
const words = texts.staff.apps;

/** Show an app: its developer, its URLs, its suspension and the staff actions on it. */
export function AppPage() {
  const admin = useAdminConsole();
  const id = useIdFromUrl();
  const query = useQuery({
    queryKey: ["staff", "app", id],
    queryFn: ({ signal }) => admin.staff_apps.get({ params: { id }, signal }),
  });
  const app = query.data?.app;
  return (
    <PageFrame
      title={app?.name ?? words.loading}
      breadcrumbs={[{ label: words.title, to: toStaffPage("/apps") }]}
      {...(app ? { badge: <AppStateBadge app={app} /> } : {})}
      wide
    >
      <QueryBoundary query={query}>{(response) => <AppSections app={response.app} />}</QueryBoundary>
    </PageFrame>
  );
}

function AppSections({ app }: { app: StaffAppDetail }) {
  const { id, name, handle, suspended, partner } = app;
  return (
    <>
      {partner?.suspended && (
        <Alert role="note" color="red" icon={<IconLock size={20} />}>
          {words.partnerSuspended({ name: partner.name })}
        </Alert>
      )}
      <Section title={words.details}>
        <AppDetails app={app} />
      </Section>
      <FulfillmentUrlsSection app={app} />
      <SuspensionSection
        target={{
          kind: "app",
          id,
          name,
          textToType: handle,
          suspended,
          ...(partner?.suspended ? { activeText: words.notSuspendedItself } : {}),
        }}
      />
      <ActionsSection kind="app" id={id} />
    </>
  );
}

function AppDetails({ app }: { app: StaffApp }) {
  const { handle, client_id, app_url, kind, embedded, installation_count, created_at } = app;
  return (
    <KeyValues
      items={[
        [columns.developer, <DeveloperLink key="by" app={app} />],
        [words.kind, words.kinds[kind]],
        [words.handle, handle],
        [words.clientId, client_id],
        [words.appUrl, app_url === "" ? words.noUrl : app_url],
        ...(kind === "public" ? [[words.opens, embedded ? words.embedded : words.tab] as const] : []),
        [columns.installations, String(installation_count)],
        [columns.created, <Timestamp key="at" at={created_at} absolute />],
      ]}
    />
  );
}

function DeveloperLink({ app: { partner, store } }: { app: StaffApp }) {
  const developer = partner
    ? { to: getTargetPage({ kind: "partner", id: partner.id }), name: partner.name }
    : store && { to: getTargetPage({ kind: "store", id: store.id }), name: store.handle };
  if (!developer) return <span>–</span>;
  return (
    <Anchor component={PageLink} to={developer.to}>
      {developer.name}
    </Anchor>
  );
}
