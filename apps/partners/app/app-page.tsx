import { Tabs } from "@mantine/core";
import { PageFrame, QueryBoundary, StatusBadge, useUrlState } from "@souk/ui";
import type { PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { useApp } from "./app-queries.ts";
import { EditApp } from "./edit-app.tsx";
import { Overview } from "./overview.tsx";
import { SecretsSection } from "./secrets-section.tsx";
import { SuspendedApp } from "./suspended-app.tsx";
import { useIdParam } from "./use-id-param.ts";

const tabs = ["overview", "secrets", "settings"] as const;
type Tab = (typeof tabs)[number];

/** Show one app: its overview, secrets and settings. The open tab is in the URL. */
export function AppPage() {
  const query = useApp(useIdParam("id"));
  const app = query.data?.app;
  return (
    <PageFrame
      title={app?.name ?? texts.app.loadingTitle}
      breadcrumbs={[{ label: texts.nav.apps, to: toPartnerPage("/") }]}
      {...(app?.suspended ? { badge: <StatusBadge tone="danger">{texts.apps.suspended}</StatusBadge> } : {})}
      wide
    >
      <QueryBoundary query={query}>{(response) => <AppTabs app={response.app} />}</QueryBoundary>
    </PageFrame>
  );
}

function AppTabs({ app }: { app: PartnerApp }) {
  const { values, change } = useUrlState(["tab"]);
  const openTab: Tab = tabs.find((tab) => tab === values.tab) ?? "overview";
  const selectTab = (tab: string | null) => change({ tab: tab === null || tab === "overview" ? "" : tab });
  const contentByTab = { overview: Overview, secrets: SecretsSection, settings: EditApp };
  return (
    <>
      <SuspendedApp app={app} />
      <Tabs value={openTab} onChange={selectTab} keepMounted={false}>
        <Tabs.List aria-label={texts.app.sections} mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {texts.app.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => {
          const TabContent = contentByTab[tab];
          return (
            <Tabs.Panel key={tab} value={tab}>
              <TabContent app={app} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </>
  );
}
