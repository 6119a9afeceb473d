import { Button, Group, Stack } from "@mantine/core";
import {
  EmptyState,
  LinkButton,
  PageFrame,
  Paging,
  QueryBoundary,
  useLastPageRedirect,
  useUrlState,
} from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { AppCard } from "./app-card.tsx";
import { useAppSummaries, useApps } from "./apps-queries.ts";

/** Show the partner's apps with their installations and webhook health. */
export function AppsPage() {
  const { page, goToPage } = useUrlState([]);
  const apps = useApps(page);
  const summaries = useAppSummaries(page);
  const { title, lead, register } = texts.apps;
  useLastPageRedirect(apps.isPlaceholderData ? undefined : apps.data, goToPage);
  const hasApps = (apps.data?.total_count ?? 0) > 0;
  return (
    <PageFrame
      title={title}
      lead={lead}
      actions={hasApps && <LinkButton to={toPartnerPage("/apps/new")}>{register}</LinkButton>}
    >
      <QueryBoundary query={apps} skeleton="table">
        {(response) =>
          response.apps.length === 0 ? (
            <NoApps />
          ) : (
            <Stack>
              {response.apps.map((app) => (
                <AppCard
                  key={app.id}
                  app={app}
                  summary={summaries.data?.app_summaries.find(({ app_id }) => app_id === app.id)}
                  hasSummaryFailed={summaries.isError}
                />
              ))}
              <Paging label={title} page={response} onPage={goToPage} />
            </Stack>
          )
        }
      </QueryBoundary>
    </PageFrame>
  );
}

function NoApps() {
  const { emptyTitle, empty, register, readFirst } = texts.apps;
  const buttons = (
    <Group justify="center">
      <LinkButton to={toPartnerPage("/apps/new")}>{register}</LinkButton>
      <Button component="a" href="/docs" variant="default">
        {readFirst}
      </Button>
    </Group>
  );
  return (
    <EmptyState icon={IconApps} title={emptyTitle} action={buttons}>
      {empty}
    </EmptyState>
  );
}
