import { SegmentedControl, Stack } from "@mantine/core";
import { formatNumber, Metrics, PageFrame, QueryBoundary, Section, TimeBars, useStore } from "@souk/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { type Activity, useActivity } from "./activity.ts";
import { FirstSteps } from "./first-steps.tsx";
import { type Days, daysChoices, defaultDays, type HomeSearch } from "./home-search.ts";
import { LatestEntries } from "./latest-entries.tsx";
import { WelcomePage } from "./welcome-page.tsx";

/** Show the store's figures and activity. People whose role does not include reports see only a welcome page. */
export function HomePage() {
  return usePermissions()("reports.view") ? <ActivityPage /> : <WelcomePage />;
}

/** Show the store's totals, its activity over time, and the latest activity entries. */
function ActivityPage() {
  const store = useStore();
  const { days = defaultDays } = useSearch({ strict: false }) as HomeSearch;
  const query = useActivity(days);
  const canManageApps = usePermissions()("apps.manage");
  return (
    <PageFrame title={texts.home.title} lead={texts.home.lead({ store: store.name })}>
      <QueryBoundary query={query}>
        {({ activity }) => (
          <Stack gap="lg">
            {canManageApps && hasNoEnabledApps(activity) && <FirstSteps />}
            <Totals totals={activity.totals} />
            <Section title={texts.home.overTime} actions={<DaysChoice days={days} />}>
              <ActivityBars activity={activity} timezone={store.timezone} />
            </Section>
            <Section title={texts.home.latest}>
              <LatestEntries entries={activity.entries} />
            </Section>
          </Stack>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

/** Return whether the store has no enabled apps. */
function hasNoEnabledApps({ totals }: Activity): boolean {
  return totals.apps_enabled === 0;
}

function Totals({ totals }: { totals: Activity["totals"] }) {
  const { figures } = texts.home;
  const { products, variants, units_in_stock, apps_enabled } = totals;
  // A count is null for people who may not view the counted records.
  const metrics = [
    { label: figures.products, count: products, to: toStorePage("/products") },
    { label: figures.variants, count: variants },
    { label: figures.units, count: units_in_stock },
    { label: figures.apps, count: apps_enabled, to: toStorePage("/apps") },
  ].flatMap(({ count, ...figure }) => (count === null ? [] : [{ ...figure, value: formatNumber(count) }]));
  return <Metrics metrics={metrics} />;
}

function DaysChoice({ days }: { days: Days }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={texts.home.days}
      size="xs"
      value={String(days)}
      data={daysChoices.map((choice) => ({ value: String(choice), label: texts.home.daysChoice[choice] }))}
      onChange={(selected) =>
        void navigate({ to: ".", search: { days: Number(selected) }, resetScroll: false })
      }
    />
  );
}

/** The kinds of activity, in the order in which a bar stacks them from bottom to top. */
const kinds = ["orders", "stock", "products", "apps", "other"] as const;

function ActivityBars({ activity, timezone }: { activity: Activity; timezone: string }) {
  return (
    <TimeBars
      label={texts.home.chart[activity.unit]}
      step={activity.unit}
      timezone={timezone}
      buckets={activity.buckets.map(({ start, ...counts }) => ({ at: start, counts }))}
      kinds={kinds.map((id) => ({ id, label: texts.home.kinds[id] }))}
    />
  );
}
