import { Group, Stack } from "@mantine/core";
import {
  Answered,
  type AskPage,
  EmptyState,
  LinkButton,
  PageFrame,
  Paging,
  usePageInRange,
  usePlace,
} from "@souk/ui";
import { IconApps } from "@tabler/icons-react";
import { strings } from "../strings.ts";
import { AppCard } from "./app-card.tsx";
import { useAppSummaries, useApps } from "./own-apps.ts";

/** The partner's apps, who has them and how their webhooks fare. */
export function AppsPage() {
  const { page, go } = usePlace([]);
  const apps = useApps(page);
  const summaries = useAppSummaries(page);
  const { title, lead, register } = strings.apps;
  const ask: AskPage = (to, how) => go({ page: to }, how);
  usePageInRange(apps.isPlaceholderData ? undefined : apps.data, ask);
  const hasApps = (apps.data?.total_count ?? 0) > 0;
  return (
    <PageFrame
      title={title}
      lead={lead}
      actions={hasApps && <LinkButton to="/apps/new">{register}</LinkButton>}
    >
      <Answered query={apps} skeleton="table">
        {(answer) =>
          answer.apps.length === 0 ? (
            <NoApps />
          ) : (
            <Stack>
              {answer.apps.map((app) => (
                <AppCard
                  key={app.id}
                  app={app}
                  summary={summaries.data?.app_summaries.find(({ app_id }) => app_id === app.id)}
                  isUnknown={summaries.isError}
                />
              ))}
              <Paging label={title} page={answer} onPage={ask} />
            </Stack>
          )
        }
      </Answered>
    </PageFrame>
  );
}

function NoApps() {
  const { emptyTitle, empty, register, readFirst } = strings.apps;
  const next = (
    <Group justify="center">
      <LinkButton to="/apps/new">{register}</LinkButton>
      <LinkButton to="/docs" document variant="default">
        {readFirst}
      </LinkButton>
    </Group>
  );
  return (
    <EmptyState icon={IconApps} title={emptyTitle} action={next}>
      {empty}
    </EmptyState>
  );
}
