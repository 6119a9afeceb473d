import { Alert, Anchor } from "@mantine/core";
import { Answered, AppLink, KeyValues, PageFrame, Section, Timestamp, useAdminConsole } from "@souk/ui";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useIdInAddress } from "../../id-in-address.ts";
import { toStaffPage } from "../../page-addresses.ts";
import { texts } from "../../texts.ts";
import { FulfillmentUrlsSection } from "../fulfillment-urls/fulfillment-urls-section.tsx";
import { pageOfTarget, type StaffApp, type StaffAppDetail } from "../records.ts";
import { AppStateBadge } from "../suspension/state-badge.tsx";
import { SuspensionSection } from "../suspension/suspension-section.tsx";
import { ActionsSection } from "./actions-section.tsx";

const { apps: words, columns } = texts.staff;

/** Show one app: its owner, its addresses, and whether it is suspended. */
export function AppPage() {
  const admin = useAdminConsole();
  const id = useIdInAddress();
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
      <Answered query={query}>{(answer) => <OneApp app={answer.app} />}</Answered>
    </PageFrame>
  );
}

function OneApp({ app }: { app: StaffAppDetail }) {
  const { id, name, handle, suspended, partner } = app;
  return (
    <>
      {partner?.suspended && (
        <Alert role="note" color="red" icon={<IconLock size={20} />}>
          {words.partnerSuspended({ name: partner.name })}
        </Alert>
      )}
      <Section title={words.details}>
        <Facts app={app} />
      </Section>
      <FulfillmentUrlsSection app={app} />
      <SuspensionSection
        target={{
          kind: "app",
          id,
          name,
          typed: handle,
          suspended,
          ...(partner?.suspended ? { otherwise: words.notSuspendedItself } : {}),
        }}
      />
      <ActionsSection kind="app" id={id} />
    </>
  );
}

function Facts({ app }: { app: StaffApp }) {
  const { handle, client_id, app_url, kind, embedded, installation_count, created_at } = app;
  return (
    <KeyValues
      items={[
        [columns.developer, <Maker key="by" app={app} />],
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

function Maker({ app: { partner, store } }: { app: StaffApp }) {
  const made = partner
    ? { to: pageOfTarget({ kind: "partner", id: partner.id }), name: partner.name }
    : store && { to: pageOfTarget({ kind: "store", id: store.id }), name: store.handle };
  if (!made) return <span>–</span>;
  return (
    <Anchor component={AppLink} to={made.to}>
      {made.name}
    </Anchor>
  );
}
