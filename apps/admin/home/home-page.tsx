import { SegmentedControl, Stack } from "@mantine/core";
import { Answered, Figures, formatNumber, PageFrame, Section, TimeBars, useStore } from "@souk/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMayManage } from "../apps/use-may-manage.ts";
import { type Activity, useActivity } from "./activity.ts";
import { FirstSteps } from "./first-steps.tsx";
import { type Days, daysChoices, type HomeSearch, usualDays } from "./home-search.ts";
import { LatestEntries } from "./latest-entries.tsx";
import { strings } from "./strings.ts";

/** The shop at a glance: what there is, and what happened over time. */
export function HomePage() {
  const store = useStore();
  const { days = usualDays } = useSearch({ strict: false }) as HomeSearch;
  const query = useActivity(days);
  const mayManage = useMayManage();
  return (
    <PageFrame title={strings.title} lead={strings.lead(store.name)}>
      <Answered query={query}>
        {({ activity }) => (
          <Stack gap="lg">
            {mayManage && isNew(activity) && <FirstSteps handle={store.handle} />}
            <Totals totals={activity.totals} handle={store.handle} />
            <Section title={strings.over} actions={<DaysChoice days={days} />}>
              <Bars activity={activity} timezone={store.timezone} />
            </Section>
            <Section title={strings.latest}>
              <LatestEntries entries={activity.entries} handle={store.handle} />
            </Section>
          </Stack>
        )}
      </Answered>
    </PageFrame>
  );
}

function isNew({ totals }: Activity): boolean {
  return totals.apps_enabled === 0;
}

function Totals({ totals, handle }: { totals: Activity["totals"]; handle: string }) {
  const { figures } = strings;
  const { products, variants, units_in_stock, apps_enabled } = totals;
  // Staff who may not see products have no numbers of them.
  const shown = [
    { label: figures.products, count: products, to: `/${handle}/products` },
    { label: figures.variants, count: variants },
    { label: figures.units, count: units_in_stock },
    { label: figures.apps, count: apps_enabled, to: `/${handle}/apps` },
  ].flatMap(({ count, ...figure }) => (count === null ? [] : [{ ...figure, value: formatNumber(count) }]));
  return <Figures figures={shown} />;
}

function DaysChoice({ days }: { days: Days }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={strings.days}
      size="xs"
      value={String(days)}
      data={daysChoices.map((choice) => ({ value: String(choice), label: strings.daysChoice[choice] }))}
      onChange={(chosen) => void navigate({ to: ".", search: { days: Number(chosen) }, resetScroll: false })}
    />
  );
}

/** From the foot of a bar to its top. */
const kinds = ["orders", "stock", "products", "apps", "other"] as const;

function Bars({ activity, timezone }: { activity: Activity; timezone: string }) {
  return (
    <TimeBars
      label={strings.chart[activity.unit]}
      step={activity.unit}
      timezone={timezone}
      buckets={activity.buckets.map(({ start, ...counts }) => ({ at: start, counts }))}
      kinds={kinds.map((id) => ({ id, label: strings.kinds[id] }))}
    />
  );
}
